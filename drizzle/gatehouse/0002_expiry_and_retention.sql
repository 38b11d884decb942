CREATE TABLE `clock_mark` (
	`id` integer PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL,
	`jumped_hours` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ended_preview_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`environment_id` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `environments` ADD `audits_removed_through` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `expires_at` integer;