CREATE TABLE "views" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"author_id" bigint,
	"is_shared" boolean NOT NULL,
	"name" text collate "C" NOT NULL,
	"query" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Saves and removes views in the statement that commits them with commit_2.
create function keep_views_1(p_rows json) returns void language plpgsql as $$
begin
  delete from views t using json_to_recordset(p_rows) as r(id text, is_removed boolean)
    where t.id = r.id and r.is_removed;
  insert into views (id, project_id, author_id, is_shared, name, query, created_at)
    select id, project_id, author_id, is_shared, name, query, created_at
    from json_to_recordset(p_rows) as r(id text, project_id bigint, author_id bigint,
      is_shared boolean, name text, query text, created_at bigint, is_removed boolean)
    where not is_removed
    on conflict (id) do update set is_shared = excluded.is_shared, name = excluded.name,
      query = excluded.query;
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
      and p.proname = 'keep_views_1';
  execute format('alter function %s set search_path = %I, pg_temp', v_function, current_schema());
  for v_role in
    select r.rolname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace,
      aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where n.nspname = current_schema() and c.relname = 'migrations' and a.privilege_type = 'INSERT'
  loop
    execute format('grant select, insert, update, delete on views to %I', v_role);
    execute format('grant execute on function %s to %I', v_function, v_role);
  end loop;
  execute format('revoke execute on function %s from public', v_function);
end $own$;
