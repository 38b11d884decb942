-- Functions that this role creates later are not for PUBLIC either.
alter default privileges revoke execute on functions from public;
--> statement-breakpoint
-- No other role may call these functions or put tables of its own before theirs. A role that a server
-- uses without owning the tables keeps its right.
do $own$
declare
  v_function regprocedure;
  v_role text;
begin
  for v_function in
    select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = current_schema() and pg_has_role(p.proowner, 'USAGE') and p.proname = any (array[
      'telemetry_commit_1', 'telemetry_ensure_1', 'telemetry_flush_1', 'telemetry_roll_1',
      'telemetry_forget_ids_1', 'telemetry_remove_1', 'telemetry_prune_1', 'telemetry_copy_1',
      'telemetry_relay_1'])
  loop
    execute format('alter function %s set search_path = %I, pg_temp', v_function, current_schema());
    for v_role in
      select r.rolname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where n.nspname = current_schema() and c.relname = 'migrations' and a.privilege_type = 'INSERT'
    loop
      execute format('grant execute on function %s to %I', v_function, v_role);
    end loop;
    execute format('revoke execute on function %s from public', v_function);
  end loop;
end $own$;
