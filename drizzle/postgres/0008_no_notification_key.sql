-- Servers of the version before read the log when the key is missing.
DROP TABLE "notification_key";
