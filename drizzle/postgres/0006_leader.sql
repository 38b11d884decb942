CREATE TABLE "leader" (
	"id" integer PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);

--> statement-breakpoint
-- Nobody has it: the first process that asks does the scheduled work.
insert into leader (id, holder, ends_at) values (1, gen_random_uuid(), to_timestamp(0));
--> statement-breakpoint
-- A role that a server uses without owning the tables has the rights here that it has to the others.
do $own$
declare
  v_role text;
begin
  for v_role in
    select r.rolname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace,
      aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where n.nspname = current_schema() and c.relname = 'migrations' and a.privilege_type = 'INSERT'
  loop
    execute format('grant select, insert, update, delete on leader to %I', v_role);
  end loop;
end $own$;
