CREATE TABLE `guard_minutes` (
	`rollout_id` integer NOT NULL,
	`guard` text NOT NULL,
	`minute` integer NOT NULL,
	`counts` blob NOT NULL,
	PRIMARY KEY(`rollout_id`, `guard`, `minute`)
);
--> statement-breakpoint
CREATE TABLE `outcome_hours` (
	`environment_id` integer NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL,
	`result` integer NOT NULL,
	`start` integer NOT NULL,
	`total` integer NOT NULL,
	`errors` integer NOT NULL,
	PRIMARY KEY(`environment_id`, `name`, `key`, `result`, `start`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `outcome_hours_start` ON `outcome_hours` (`start`);--> statement-breakpoint
CREATE TABLE `outcomes` (
	`environment_id` integer NOT NULL,
	`key` text NOT NULL,
	`minute` integer NOT NULL,
	`name` text NOT NULL,
	`result` integer NOT NULL,
	`total` integer NOT NULL,
	`errors` integer NOT NULL,
	`buckets` blob NOT NULL,
	PRIMARY KEY(`environment_id`, `key`, `minute`, `name`, `result`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `outcomes_minute` ON `outcomes` (`minute`);