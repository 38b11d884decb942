CREATE TABLE "notification_key" (
	"id" integer PRIMARY KEY NOT NULL,
	"key" text collate "C" NOT NULL
);
--> statement-breakpoint
-- Random numbers of the server: 244 bits are random.
insert into notification_key (id, key)
values (1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
