-- Foreign keys of earlier versions referred to tables of the schema "public", whatever the schema of
-- the installation: one that has a schema of its own refers to its own tables.
do $own$
declare
  v_key record;
begin
  for v_key in
    select c.conname, t.relname, f.relname as referenced, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
      join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
      join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and n.nspname = current_schema() and f.relnamespace <> t.relnamespace
      and to_regclass(format('%I.%I', current_schema(), f.relname)) is not null
  loop
    execute format('alter table %I drop constraint %I', v_key.relname, v_key.conname);
    execute format('alter table %I add constraint %I %s', v_key.relname, v_key.conname,
      regexp_replace(v_key.definition, 'REFERENCES [^(]+\(', format('REFERENCES %I(', v_key.referenced)));
  end loop;
end $own$;
--> statement-breakpoint
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
    where n.nspname = current_schema() and pg_has_role(p.proowner, 'USAGE') and p.proname = any (array['commit_1', 'log_after_1'])
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
