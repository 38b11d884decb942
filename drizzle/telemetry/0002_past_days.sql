CREATE TABLE `past_days` (
	`key_id` integer PRIMARY KEY NOT NULL,
	`first_day` integer NOT NULL,
	`last_day` integer NOT NULL,
	`counts` blob NOT NULL
);
