CREATE TABLE `views` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` integer NOT NULL,
	`author_id` integer,
	`is_shared` integer NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
