CREATE TABLE `gate_member_lists` (
	`environment_id` integer NOT NULL,
	`feature_id` integer NOT NULL,
	`gate` text NOT NULL,
	`first` text NOT NULL,
	`members` text NOT NULL,
	PRIMARY KEY(`environment_id`, `feature_id`, `gate`, `first`),
	FOREIGN KEY (`environment_id`,`feature_id`) REFERENCES `gates`(`environment_id`,`feature_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `gate_member_lists`
SELECT `environment_id`, `feature_id`, `gate`, min(`value`), json_group_array(`value` ORDER BY `value`)
FROM (
	SELECT *, (row_number() OVER (PARTITION BY `environment_id`, `feature_id`, `gate` ORDER BY `value`) - 1) / 128 AS `list`
	FROM `gate_members`
)
GROUP BY `environment_id`, `feature_id`, `gate`, `list`;
--> statement-breakpoint
DROP TABLE `gate_members`;