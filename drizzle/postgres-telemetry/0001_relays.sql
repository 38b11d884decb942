CREATE TABLE "telemetry_relays" (
	"spool" text PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);
