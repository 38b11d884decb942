CREATE TABLE `large_differences` (
	`environment_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`deflated` blob NOT NULL,
	PRIMARY KEY(`environment_id`, `sequence`),
	FOREIGN KEY (`environment_id`,`sequence`) REFERENCES `audits`(`environment_id`,`sequence`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `audits` ADD `feature_id` integer;--> statement-breakpoint
ALTER TABLE `audits` ADD `step` integer;--> statement-breakpoint
ALTER TABLE `audits` ADD `target` integer;--> statement-breakpoint
ALTER TABLE `audits` ADD `difference` text;