CREATE TABLE "audits" (
	"environment_id" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"action" text collate "C" NOT NULL,
	"actor_type" text collate "C" NOT NULL,
	"actor_id" text collate "C" NOT NULL,
	"feature_key" text collate "C" NOT NULL,
	"value" text collate "C",
	"feature_id" bigint,
	"step" bigint,
	"target" bigint,
	"difference" text collate "C",
	CONSTRAINT "audits_environment_id_sequence_pk" PRIMARY KEY("environment_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "clock_mark" (
	"id" integer PRIMARY KEY NOT NULL,
	"seen_at" bigint NOT NULL,
	"jumped_hours" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_preview_tokens" (
	"id" bigint PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"environment_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "environments" (
	"id" bigint PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"slug" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"member_id" bigint,
	"creator_token_id" bigint,
	"last_audit" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "features" (
	"id" bigint PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"key" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"creator_id" bigint,
	"description" text collate "C",
	"longevity" text collate "C",
	"tags" text collate "C" NOT NULL,
	"owner_id" bigint
);
--> statement-breakpoint
CREATE TABLE "gate_members" (
	"environment_id" bigint NOT NULL,
	"feature_id" bigint NOT NULL,
	"gate" text collate "C" NOT NULL,
	"value" text collate "C" NOT NULL,
	CONSTRAINT "gate_members_environment_id_feature_id_gate_value_pk" PRIMARY KEY("environment_id","feature_id","gate","value")
);
--> statement-breakpoint
CREATE TABLE "gates" (
	"environment_id" bigint NOT NULL,
	"feature_id" bigint NOT NULL,
	"boolean" boolean NOT NULL,
	"expression" text collate "C",
	"percentage_of_actors" integer NOT NULL,
	"percentage_of_time" integer NOT NULL,
	CONSTRAINT "gates_environment_id_feature_id_pk" PRIMARY KEY("environment_id","feature_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"project_id" bigint NOT NULL,
	"name" text collate "C" NOT NULL,
	CONSTRAINT "groups_project_id_name_pk" PRIMARY KEY("project_id","name")
);
--> statement-breakpoint
CREATE TABLE "organization_members" (
	"organization_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" text collate "C" NOT NULL,
	CONSTRAINT "organization_members_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"plan" text collate "C" NOT NULL,
	"plan_overrides" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_members" (
	"project_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "project_members_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" bigint PRIMARY KEY NOT NULL,
	"organization_id" bigint NOT NULL,
	"name" text collate "C" NOT NULL,
	"is_strict_about_groups" boolean NOT NULL,
	"revision" bigint NOT NULL,
	"finished_after_days" bigint NOT NULL,
	"finished_longevities" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" bigint PRIMARY KEY NOT NULL,
	"environment_id" bigint NOT NULL,
	"name" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"access" text collate "C" NOT NULL,
	"manages_environments" boolean NOT NULL,
	"owner_id" bigint NOT NULL,
	"is_preview" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint,
	"expires_at" bigint,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text collate "C" NOT NULL,
	"public_key" text collate "C" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "passwords" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"address" text collate "C" NOT NULL,
	"user_agent" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"webhook_id" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"message_id" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"key" text collate "C",
	"from_event" bigint,
	"to_event" bigint,
	"attempt" bigint NOT NULL,
	"started_at" bigint NOT NULL,
	"duration_ms" bigint NOT NULL,
	"outcome" text collate "C" NOT NULL,
	"status" integer,
	"problem" text collate "C",
	"answer" text collate "C" NOT NULL,
	CONSTRAINT "webhook_deliveries_webhook_id_sequence_pk" PRIMARY KEY("webhook_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigint PRIMARY KEY NOT NULL,
	"environment_id" bigint NOT NULL,
	"uuid" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"key" text collate "C",
	"created_at" bigint NOT NULL,
	"data" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" bigint PRIMARY KEY NOT NULL,
	"environment_id" bigint NOT NULL,
	"kind" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"url" text collate "C" NOT NULL,
	"event_types" text collate "C" NOT NULL,
	"key_pattern" text collate "C",
	"secrets" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"paused_at" bigint,
	"pause_reason" text collate "C",
	"groups" text collate "C" NOT NULL,
	"progress" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commits" (
	"position" bigint PRIMARY KEY NOT NULL,
	"batch" uuid NOT NULL,
	"node" text collate "C" NOT NULL,
	"committed_at" bigint NOT NULL,
	"format" integer NOT NULL,
	"changes" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "head" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"batch" uuid NOT NULL,
	"epoch" uuid NOT NULL,
	"last_ids" text collate "C" NOT NULL,
	"probes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nodes" (
	"node" text collate "C" PRIMARY KEY NOT NULL,
	"version" text collate "C" NOT NULL,
	"format" integer NOT NULL,
	"seen_at" bigint NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "features" ADD CONSTRAINT "features_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "features" ADD CONSTRAINT "features_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "features" ADD CONSTRAINT "features_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_members" ADD CONSTRAINT "gate_members_environment_id_feature_id_gates_environment_id_feature_id_fk" FOREIGN KEY ("environment_id","feature_id") REFERENCES "public"."gates"("environment_id","feature_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gates" ADD CONSTRAINT "gates_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gates" ADD CONSTRAINT "gates_feature_id_features_id_fk" FOREIGN KEY ("feature_id") REFERENCES "public"."features"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audits_feature" ON "audits" USING btree ("environment_id","feature_key","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "environments_slug" ON "environments" USING btree ("project_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "environments_production" ON "environments" USING btree ("project_id") WHERE state = 'production';--> statement-breakpoint
CREATE UNIQUE INDEX "features_key" ON "features" USING btree ("project_id","key");--> statement-breakpoint
CREATE INDEX "gates_feature" ON "gates" USING btree ("feature_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash" ON "tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "tokens_environment" ON "tokens" USING btree ("environment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_links_hash" ON "sign_in_links" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "webhook_events_environment" ON "webhook_events" USING btree ("environment_id","id");--> statement-breakpoint
CREATE INDEX "webhook_events_time" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_environment" ON "webhooks" USING btree ("environment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "commits_batch" ON "commits" USING btree ("batch");