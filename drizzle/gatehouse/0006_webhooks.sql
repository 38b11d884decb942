CREATE TABLE `webhook_deliveries` (
	`webhook_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`message_id` text NOT NULL,
	`type` text NOT NULL,
	`key` text,
	`from_event` integer,
	`to_event` integer,
	`attempt` integer NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`outcome` text NOT NULL,
	`status` integer,
	`problem` text,
	`answer` text NOT NULL,
	PRIMARY KEY(`webhook_id`, `sequence`),
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`environment_id` integer NOT NULL,
	`uuid` text NOT NULL,
	`type` text NOT NULL,
	`key` text,
	`created_at` integer NOT NULL,
	`data` text NOT NULL,
	FOREIGN KEY (`environment_id`) REFERENCES `environments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_events_environment` ON `webhook_events` (`environment_id`,`id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`environment_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`event_types` text NOT NULL,
	`key_pattern` text,
	`secrets` text NOT NULL,
	`created_at` integer NOT NULL,
	`paused_at` integer,
	`pause_reason` text,
	`groups` text NOT NULL,
	`progress` text NOT NULL,
	FOREIGN KEY (`environment_id`) REFERENCES `environments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhooks_environment` ON `webhooks` (`environment_id`);