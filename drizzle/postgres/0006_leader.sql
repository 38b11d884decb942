CREATE TABLE "leader" (
	"id" integer PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);

--> statement-breakpoint
-- Nobody has it: the first process that asks does the scheduled work.
insert into leader (id, holder, ends_at) values (1, gen_random_uuid(), to_timestamp(0));
