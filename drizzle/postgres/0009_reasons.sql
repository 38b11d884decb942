ALTER TABLE "audits" ADD COLUMN "reason" text collate "C";
--> statement-breakpoint
-- Stores the reasons of steps whose first audits the same statement has stored with commit_2.
create function keep_reasons_1(p_rows json) returns void language plpgsql as $$
begin
  update audits t set reason = r.reason
    from json_to_recordset(p_rows) as r(environment_id bigint, sequence bigint, reason text)
    where t.environment_id = r.environment_id and t.sequence = r.sequence;
end
$$;
--> statement-breakpoint
-- No other role may call the function or put tables of its own before its tables. A role that a server
-- uses without owning the tables has the rights here that it has to the others.
do $own$
declare
  v_function regprocedure;
  v_role text;
begin
  select p.oid into strict v_function
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = current_schema() and pg_has_role(p.proowner, 'USAGE')
      and p.proname = 'keep_reasons_1';
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
end $own$;
