import { integer, pgTable, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { anyText, wholeNumber } from "./postgres-columns.ts";

/** One row, with the id 1: the latest commit. Each commit replaces it, so commits are serialized. */
export const pgHead = pgTable("head", {
  id: integer("id").primaryKey(),
  position: wholeNumber("position").notNull(),
  batch: uuid("batch").notNull(),
  /** Changes when the database is restored: then positions are assigned again. */
  epoch: uuid("epoch").notNull(),
  /** The last id of each kind of entity, as a JSON object. */
  lastIds: anyText("last_ids").notNull(),
  /** Changed by a probe that must write. */
  probes: wholeNumber("probes").notNull(),
});

/** The latest commits, which other nodes follow. */
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

/** The processes that use the database, and when they last reported. */
export const pgNodes = pgTable("nodes", {
  node: anyText("node").primaryKey(),
  version: anyText("version").notNull(),
  /** The latest log format that the node reads. */
  format: integer("format").notNull(),
  seenAt: wholeNumber("seen_at").notNull(),
  position: wholeNumber("position").notNull(),
});

/**
 * One row, with the id 1: the process that runs the scheduled work of all, and until when. Only
 * `LeaderLease` uses it.
 */
export const pgLeader = pgTable("leader", {
  id: integer("id").primaryKey(),
  /** A new value for each start of a process. */
  holder: uuid("holder").notNull(),
  endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
});
