CREATE TABLE `clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`newest_minute` integer,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `clock` SELECT 1, max(`counted_at`) / 60000, max(`counted_at`) FROM (
	SELECT `counted_at` FROM `counted_submissions` UNION ALL SELECT `counted_at` FROM `journal`
) HAVING max(`counted_at`) IS NOT NULL;
