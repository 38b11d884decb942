CREATE TABLE `relays` (
	`spool` text PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL,
	`seen_at` integer NOT NULL
);
