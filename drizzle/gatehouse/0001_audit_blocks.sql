DROP INDEX `audits_feature`;--> statement-breakpoint
ALTER TABLE `audits` ADD `is_indexed` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `audits` SET `is_indexed` = 1 WHERE `sequence` <= (SELECT max(`newest`.`sequence`) / 1024 * 1024 FROM `audits` AS `newest` WHERE `newest`.`environment_id` = `audits`.`environment_id`);--> statement-breakpoint
CREATE INDEX `audits_feature` ON `audits` (`environment_id`,`feature_key`,`sequence`) WHERE is_indexed = 1;
