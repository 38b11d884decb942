CREATE TABLE `newest_commit` (
	`id` integer PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`batch_id` text NOT NULL,
	`probe_count` integer DEFAULT 0 NOT NULL
);
