CREATE TABLE "personal_tokens" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text collate "C" NOT NULL,
	"scope" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"last_used_at" bigint
);
--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD CONSTRAINT "personal_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "personal_tokens_user" ON "personal_tokens" USING btree ("user_id");
--> statement-breakpoint
-- Keeps a batch as commit_1 does, and then writes the rows of p_more_rows, an object of lists as p_rows.
create function commit_2(
  p_position bigint, p_before uuid, p_epoch uuid, p_batch uuid, p_node text, p_format int,
  p_changes text, p_last_ids text, p_rows json, p_more_rows json
)
returns table (o_position bigint, o_batch uuid, o_format int, o_changes text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_name text;
  v_rows json;
begin
  return query select * from commit_1(
    p_position, p_before, p_epoch, p_batch, p_node, p_format, p_changes, p_last_ids, p_rows);
  if not exists (select from head where id = 1 and batch = p_batch and position = p_position + 1) then
    return;
  end if;
  for v_name, v_rows in select key, value from json_each(p_more_rows) loop
    case v_name
    when 'personal tokens of users removed' then
      delete from personal_tokens t using json_to_recordset(v_rows) as r(user_id bigint)
        where t.user_id = r.user_id;
    when 'personal tokens removed' then
      delete from personal_tokens t using json_to_recordset(v_rows) as r(hash text)
        where t.hash = r.hash;
    when 'personal tokens' then
      insert into personal_tokens (hash, id, user_id, name, scope, created_at, expires_at,
          last_used_at)
        select hash, id, user_id, name, scope, created_at, expires_at, last_used_at
        from json_populate_recordset(null::personal_tokens, v_rows)
        on conflict (hash) do update set last_used_at = excluded.last_used_at;
    end case;
  end loop;
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
    where n.nspname = current_schema() and pg_has_role(p.proowner, 'USAGE') and p.proname = 'commit_2';
  execute format('alter function %s set search_path = %I, pg_temp', v_function, current_schema());
  for v_role in
    select r.rolname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace,
      aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where n.nspname = current_schema() and c.relname = 'migrations' and a.privilege_type = 'INSERT'
  loop
    execute format('grant select, insert, update, delete on personal_tokens to %I', v_role);
    execute format('grant execute on function %s to %I', v_function, v_role);
  end loop;
  execute format('revoke execute on function %s from public', v_function);
end $own$;
