CREATE TABLE "acts" (
	"n" bigint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"body" text collate "C" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"uuid" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"public" text collate "C" NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"replaced_at" bigint
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" bigint PRIMARY KEY NOT NULL,
	"environment_id" bigint,
	"subject" text collate "C" NOT NULL,
	"author" text collate "C" NOT NULL,
	"text" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"edited_at" bigint
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"environment_id" bigint PRIMARY KEY NOT NULL,
	"rules" text collate "C" NOT NULL,
	"turned_off" text collate "C" NOT NULL,
	"bypasses" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" bigint PRIMARY KEY NOT NULL,
	"environment_id" bigint NOT NULL,
	"author" text collate "C" NOT NULL,
	"title" text collate "C" NOT NULL,
	"reason" text collate "C",
	"state" text collate "C" NOT NULL,
	"revision" bigint NOT NULL,
	"base" text collate "C" NOT NULL,
	"policy_base" text collate "C",
	"commands" text collate "C" NOT NULL,
	"apply" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"votes" text collate "C" NOT NULL,
	"opened_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"missed_at" bigint,
	"failure" text collate "C",
	"ended_at" bigint,
	"ended_by" text collate "C",
	"first_audit" bigint,
	"last_audit" bigint
);
--> statement-breakpoint
CREATE TABLE "retired_keys" (
	"project_id" bigint NOT NULL,
	"key" text collate "C" NOT NULL,
	"retired_at" bigint NOT NULL,
	"actor" text collate "C" NOT NULL,
	"reason" text collate "C",
	CONSTRAINT "retired_keys_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
CREATE TABLE "retiring_projects" (
	"project_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_on_records" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"body" text collate "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "hash" "bytea";--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "removed_hash" "bytea";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "issue_pattern" text collate "C";--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD COLUMN "approves" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD COLUMN "environment_ids" text collate "C";--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retired_keys" ADD CONSTRAINT "retired_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retiring_projects" ADD CONSTRAINT "retiring_projects_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_subject" ON "comments" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "requests_environment" ON "requests" USING btree ("environment_id","id");
--> statement-breakpoint
INSERT INTO "installation" ("id", "uuid") VALUES (1, replace(gen_random_uuid()::text, '-', ''));
--> statement-breakpoint
-- Writes rows of a table: 'insert' refuses a row whose key exists, 'save' changes it, 'update' changes
-- existing rows only, and 'remove' deletes those with the values of all given columns. Columns that no row
-- has keep their values, and those that the table does not have are left out.
create function write_rows_1(p_verb text, p_table text, p_rows json) returns void
language plpgsql as $$
declare
  v_names text;
  v_settings text;
  v_key text;
  v_is_same text;
  v_has_all text;
begin
  select string_agg(name, ', '), string_agg(format('%1$s = excluded.%1$s', name), ', '),
      string_agg(name, ', ') filter (where is_key),
      string_agg(format('t.%1$s = excluded.%1$s', name), ' and ') filter (where is_key),
      string_agg(format('t.%1$s = excluded.%1$s', name), ' and ')
    into v_names, v_settings, v_key, v_is_same, v_has_all
    from (
      select quote_ident(a.attname) as name, a.attnum = any(i.indkey) as is_key
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      where i.indrelid = quote_ident(p_table)::regclass and i.indisprimary
        and a.attnum > 0 and not a.attisdropped and a.attname in (
          select name from json_array_elements(p_rows) as e (given), json_object_keys(given) as k (name)
        )
    ) as columns;
  execute format(
    case p_verb
      when 'insert' then 'insert into %1$I (%3$s) select %3$s from %2$s'
      when 'save' then
        'insert into %1$I (%3$s) select %3$s from %2$s on conflict (%5$s) do update set %4$s'
      when 'update' then 'update %1$I t set %4$s from %2$s where %6$s'
      when 'remove' then 'delete from %1$I t using %2$s where %7$s'
    end,
    p_table, format('json_populate_recordset(null::%I, $1) as excluded', p_table),
    v_names, v_settings, v_key, v_is_same, v_has_all
  ) using p_rows;
end
$$;
--> statement-breakpoint
-- Keeps a batch as commit_1 does, and then writes p_later_rows, an object of lists in the order of writing:
-- audits with their hashes, acts, whose numbers and hashes follow from the latest act, and rows of tables
-- and columns that commit_1 does not know, each list with the verb and the table of write_rows_1.
create function commit_3(
  p_position bigint, p_before uuid, p_epoch uuid, p_batch uuid, p_node text, p_format int,
  p_changes text, p_last_ids text, p_rows json, p_later_rows json
)
returns table (o_position bigint, o_batch uuid, o_format int, o_changes text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_name text;
  v_rows json;
  v_at bigint;
  v_body text;
  v_n bigint;
  v_hash bytea;
begin
  return query select * from commit_1(p_position, p_before, p_epoch, p_batch, p_node, p_format,
    p_changes, p_last_ids, p_rows);
  -- A batch that is sent again was kept by another transaction, with these rows.
  if not exists (select from commits where batch = p_batch
      and xmin::text = (txid_current() % 4294967296)::text) then
    return;
  end if;
  for v_name, v_rows in select key, value from json_each(p_later_rows) loop
    case v_name
    when 'add audits' then
      insert into audits (environment_id, sequence, created_at, action, actor_type, actor_id,
          feature_key, value, feature_id, step, target, difference, reason, hash)
        select r.environment_id, r.sequence + m.index - 1, r.created_at, r.action, r.actor_type,
          r.actor_id, r.feature_key, m.value, r.feature_id,
          nullif(r.step, r.sequence + m.index - 1), r.target, r.difference,
          case when m.index = 1 then r.reason end, decode(m.hash, 'hex')
        from json_to_recordset(v_rows)
          as r(environment_id bigint, sequence bigint, created_at bigint, action text,
            actor_type text, actor_id text, feature_key text, audited json, feature_id bigint,
            step bigint, target bigint, difference text, reason text, hashes json)
          cross join lateral rows from (
            json_array_elements_text(r.audited), json_array_elements_text(r.hashes)
          ) with ordinality as m(value, hash, index);
    when 'add acts' then
      select n, hash into v_n, v_hash from acts order by n desc limit 1;
      v_n := coalesce(v_n, 0);
      v_hash := coalesce(v_hash, decode(repeat('00', 32), 'hex'));
      for v_at, v_body in select r.at, r.body from json_to_recordset(v_rows) as r(at bigint, body text)
      loop
        v_n := v_n + 1;
        v_hash := sha256(v_hash || convert_to(
          format('["gatehouse-act-1",%s,%s,%s]', v_n, v_at, to_json(v_body)::text), 'UTF8'));
        insert into acts (n, at, body, hash) values (v_n, v_at, v_body, v_hash);
      end loop;
    else
      perform write_rows_1(split_part(v_name, ' ', 1), split_part(v_name, ' ', 2), v_rows);
    end case;
  end loop;
end
$$;
--> statement-breakpoint
-- The latest audits of environments with their hashes, as a list of lists. Not stable, so that it sees
-- what other servers committed while the statement waited for them.
create function chain_ends_1(p_ids json) returns text language sql as $$
  select json_agg(json_build_array(e.id, e.last_audit, encode(a.hash, 'hex')))::text
  from json_array_elements_text(p_ids) as asked (id)
    join environments e on e.id = asked.id::bigint
    join audits a on a.environment_id = e.id and a.sequence = e.last_audit
  where a.hash is not null
$$;
--> statement-breakpoint
-- No other role may call the functions or put tables of its own before its tables. A role that a server
-- uses without owning the tables has the rights here that it has to the others.
do $own$
declare
  v_function regprocedure;
  v_role text;
begin
  for v_function in
    select p.oid
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = current_schema() and pg_has_role(p.proowner, 'USAGE')
      and p.proname in ('write_rows_1', 'commit_3', 'chain_ends_1')
  loop
    execute format('alter function %s set search_path = %I, pg_temp', v_function, current_schema());
    execute format('revoke execute on function %s from public', v_function);
    for v_role in
      select r.rolname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where n.nspname = current_schema() and c.relname = 'migrations' and a.privilege_type = 'INSERT'
    loop
      execute format('grant select, insert, update, delete on acts, installation, signing_keys, comments,
        policies, requests, retired_keys, retiring_projects, sign_on_records to %I', v_role);
      execute format('grant execute on function %s to %I', v_function, v_role);
    end loop;
  end loop;
end $own$;
