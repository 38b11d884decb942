CREATE TABLE `acts` (
	`n` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`body` text NOT NULL,
	`hash` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `installation` (
	`id` integer PRIMARY KEY NOT NULL,
	`uuid` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`public` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`replaced_at` integer
);
--> statement-breakpoint
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`environment_id` integer,
	`subject` text NOT NULL,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	`edited_at` integer,
	FOREIGN KEY (`environment_id`) REFERENCES `environments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comments_subject` ON `comments` (`subject`,`id`);--> statement-breakpoint
CREATE TABLE `policies` (
	`environment_id` integer PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`turned_off` text NOT NULL,
	`bypasses` text NOT NULL,
	FOREIGN KEY (`environment_id`) REFERENCES `environments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`environment_id` integer NOT NULL,
	`author` text NOT NULL,
	`title` text NOT NULL,
	`reason` text,
	`state` text NOT NULL,
	`revision` integer NOT NULL,
	`base` text NOT NULL,
	`policy_base` text,
	`commands` text NOT NULL,
	`apply` text NOT NULL,
	`hash` text NOT NULL,
	`votes` text NOT NULL,
	`opened_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`missed_at` integer,
	`failure` text,
	`ended_at` integer,
	`ended_by` text,
	`first_audit` integer,
	`last_audit` integer,
	FOREIGN KEY (`environment_id`) REFERENCES `environments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `requests_environment` ON `requests` (`environment_id`,`id`);--> statement-breakpoint
CREATE TABLE `retired_keys` (
	`project_id` integer NOT NULL,
	`key` text NOT NULL,
	`retired_at` integer NOT NULL,
	`actor` text NOT NULL,
	`reason` text,
	PRIMARY KEY(`project_id`, `key`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `retiring_projects` (
	`project_id` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sign_on_records` (
	`key` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `audits` ADD `hash` blob;--> statement-breakpoint
ALTER TABLE `environments` ADD `removed_hash` blob;--> statement-breakpoint
ALTER TABLE `projects` ADD `issue_pattern` text;--> statement-breakpoint
ALTER TABLE `personal_tokens` ADD `approves` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `personal_tokens` ADD `environment_ids` text;--> statement-breakpoint
INSERT INTO `installation` (`id`, `uuid`) VALUES (1, lower(hex(randomblob(16))));
