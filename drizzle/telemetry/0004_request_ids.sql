CREATE TABLE `request_ids` (
	`id` integer PRIMARY KEY NOT NULL,
	`environment_id` integer NOT NULL,
	`request_id` blob NOT NULL,
	`counted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `request_ids_environment` ON `request_ids` (`environment_id`);
--> statement-breakpoint
-- An id had five 32-bit words with their lowest bytes first: its environment and its UUID.
INSERT INTO `request_ids` (`environment_id`, `request_id`, `counted_at`)
WITH RECURSIVE `positions`(`at`) AS (
	SELECT 1 UNION ALL SELECT `at` + 20 FROM `positions` WHERE `at` + 20 <= (
		SELECT max(length(`request_ids`)) FROM (
			SELECT `request_ids` FROM `counted_submissions` UNION ALL SELECT `request_ids` FROM `journal`
		)
	)
), `found` AS (
	SELECT 0 AS `is_journal`, `id`, `at`, `counted_at`, hex(substr(`request_ids`, `at`, 20)) AS `hex`
	FROM `counted_submissions` JOIN `positions` ON `at` < length(`request_ids`)
	UNION ALL
	SELECT 1, `id`, `at`, `counted_at`, hex(substr(`request_ids`, `at`, 20))
	FROM `journal` JOIN `positions` ON `at` < length(`request_ids`)
)
SELECT ('0x' || substr(`hex`, 7, 2) || substr(`hex`, 5, 2) || substr(`hex`, 3, 2) || substr(`hex`, 1, 2)) ->> '$',
	unhex(substr(`hex`, 15, 2) || substr(`hex`, 13, 2) || substr(`hex`, 11, 2) || substr(`hex`, 9, 2) ||
		substr(`hex`, 23, 2) || substr(`hex`, 21, 2) || substr(`hex`, 19, 2) || substr(`hex`, 17, 2) ||
		substr(`hex`, 31, 2) || substr(`hex`, 29, 2) || substr(`hex`, 27, 2) || substr(`hex`, 25, 2) ||
		substr(`hex`, 39, 2) || substr(`hex`, 37, 2) || substr(`hex`, 35, 2) || substr(`hex`, 33, 2)),
	`counted_at`
FROM `found` ORDER BY `is_journal`, `id`, `at`;
--> statement-breakpoint
DROP TABLE `counted_submissions`;
--> statement-breakpoint
ALTER TABLE `journal` DROP COLUMN `request_ids`;
