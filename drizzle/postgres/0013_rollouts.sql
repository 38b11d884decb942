CREATE TABLE "rollouts" (
	"id" bigint PRIMARY KEY NOT NULL,
	"environment_id" bigint NOT NULL,
	"feature_id" bigint NOT NULL,
	"key" text collate "C" NOT NULL,
	"author" text collate "C" NOT NULL,
	"request_id" bigint,
	"reason" text collate "C",
	"steps" text collate "C" NOT NULL,
	"guards" text collate "C" NOT NULL,
	"start" text collate "C" NOT NULL,
	"late" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"step" bigint NOT NULL,
	"epoch" bigint NOT NULL,
	"entered_at" text collate "C" NOT NULL,
	"next_at" bigint,
	"remaining_ms" bigint,
	"seen_mark" bigint,
	"resumed_at" bigint,
	"hold" text collate "C",
	"before_gates" text collate "C",
	"previous_gates" text collate "C",
	"written_sha256" text collate "C" NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint,
	"ended_by" text collate "C"
);
--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rollouts_environment" ON "rollouts" USING btree ("environment_id","id");
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
    execute format('grant select, insert, update, delete on rollouts to %I', v_role);
  end loop;
end $own$;
