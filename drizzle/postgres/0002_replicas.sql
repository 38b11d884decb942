CREATE TABLE "replicas" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "replicas_hash" ON "replicas" USING btree ("hash");