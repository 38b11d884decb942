CREATE UNLOGGED TABLE "short_lived" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"taken" double precision,
	"is_refused" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"text" text collate "C",
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "short_lived_ends_at" ON "short_lived" USING btree ("ends_at");