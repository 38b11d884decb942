CREATE TABLE `counted_submissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`counted_at` integer NOT NULL,
	`request_ids` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `days` (
	`key_id` integer NOT NULL,
	`start` integer NOT NULL,
	`enabled` integer NOT NULL,
	`disabled` integer NOT NULL,
	PRIMARY KEY(`key_id`, `start`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `hours` (
	`key_id` integer NOT NULL,
	`start` integer NOT NULL,
	`enabled` integer NOT NULL,
	`disabled` integer NOT NULL,
	PRIMARY KEY(`key_id`, `start`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `journal` (
	`id` integer PRIMARY KEY NOT NULL,
	`counted_at` integer NOT NULL,
	`request_ids` blob NOT NULL,
	`counts` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`environment_id` integer NOT NULL,
	`key` text NOT NULL,
	`feature_id` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `keys_key` ON `keys` (`key`,`environment_id`);--> statement-breakpoint
CREATE INDEX `keys_environment` ON `keys` (`environment_id`,`feature_id`);--> statement-breakpoint
CREATE TABLE `minutes` (
	`key_id` integer NOT NULL,
	`start` integer NOT NULL,
	`enabled` integer NOT NULL,
	`disabled` integer NOT NULL,
	PRIMARY KEY(`key_id`, `start`)
) WITHOUT ROWID;
