import { integer, pgTable, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { anyText, wholeNumber } from "./postgres-columns.ts";

/** One row, with the id 1: the newest commit. Each commit replaces it, so they follow each other. */
export const pgHead = pgTable("head", {
  id: integer("id").primaryKey(),
  position: wholeNumber("position").notNull(),
  batch: uuid("batch").notNull(),
  /** Another one after the database was restored: then positions are given again. */
  epoch: uuid("epoch").notNull(),
  /** The last id of each kind of entity, as a JSON object. */
  lastIds: anyText("last_ids").notNull(),
  /** Changed by a probe that must write. */
  probes: wholeNumber("probes").notNull(),
});

/** The newest commits, from which other nodes follow. */
export const pgCommits = pgTable(
  "commits",
  {
    position: wholeNumber("position").primaryKey(),
    batch: uuid("batch").notNull(),
    node: anyText("node").notNull(),
    committedAt: wholeNumber("committed_at").notNull(),
    format: integer("format").notNull(),
    /** A JSON list of logged changes. */
    changes: anyText("changes").notNull(),
  },
  (table) => [uniqueIndex("commits_batch").on(table.batch)],
);

/** The processes that use the database, and when they said so last. */
export const pgNodes = pgTable("nodes", {
  node: anyText("node").primaryKey(),
  version: anyText("version").notNull(),
  /** The newest form of the log that the node reads. */
  format: integer("format").notNull(),
  seenAt: wholeNumber("seen_at").notNull(),
  position: wholeNumber("position").notNull(),
});

/** One row, with the id 1: what commits in notifications are encrypted with. */
export const pgNotificationKey = pgTable("notification_key", {
  id: integer("id").primaryKey(),
  /** 64 hexadecimal digits. */
  key: anyText("key").notNull(),
});

/**
 * One row, with the id 1: the process that does the scheduled work of all, and how long it may. Only
 * `LeaderLease` uses it.
 */
export const pgLeader = pgTable("leader", {
  id: integer("id").primaryKey(),
  /** Another one for each start of a process. */
  holder: uuid("holder").notNull(),
  endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
});
