import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/**
 * Every key with counts in an environment, of a feature or unknown. An id is not reused before all
 * its counts are removed. A key with a negative environment id is marked deleted: no query finds
 * it, and housekeeping removes it with its counts.
 */
export const keys = sqliteTable(
  "keys",
  {
    id: integer("id").primaryKey(),
    environmentId: integer("environment_id").notNull(),
    key: text("key").notNull(),
    /** The id in gatehouse.db of the feature with this key; null if there is none. */
    featureId: integer("feature_id"),
  },
  (table) => [
    uniqueIndex("keys_key").on(table.key, table.environmentId),
    index("keys_environment").on(table.environmentId, table.featureId),
  ],
);

/**
 * Evaluations by key and bucket. Each evaluation is in exactly one of these three tables or in
 * `pastDays`, so a sum over all four is exact at any state of the rollups. The tables are WITHOUT
 * ROWID. drizzle-kit cannot express that, so the migration was edited by hand, and a test checks
 * it.
 */
function countsTable<Name extends string>(name: Name) {
  return sqliteTable(
    name,
    {
      keyId: integer("key_id").notNull(),
      /** The first minute of the bucket, in minutes since the epoch. */
      start: integer("start").notNull(),
      enabled: integer("enabled").notNull(),
      disabled: integer("disabled").notNull(),
    },
    (table) => [primaryKey({ columns: [table.keyId, table.start] })],
  );
}

export const minutes = countsTable("minutes");
export const hours = countsTable("hours");
export const days = countsTable("days");

/**
 * The past days of a key, in one row, so that a summary over months reads one row for each key.
 * Delayed counts are first in `days`.
 */
export const pastDays = sqliteTable("past_days", {
  keyId: integer("key_id").primaryKey(),
  /** The oldest and the latest day, in days since the epoch. */
  firstDay: integer("first_day").notNull(),
  lastDay: integer("last_day").notNull(),
  /** `PackedDays`. */
  counts: blob("counts", { mode: "buffer" }).notNull(),
});

/**
 * Outcomes by minute, for the minutes since the boundary of the rollup; each row is the sum of all
 * commits. WITHOUT ROWID, as above.
 */
export const outcomes = sqliteTable(
  "outcomes",
  {
    environmentId: integer("environment_id").notNull(),
    key: text("key").notNull(),
    /** In minutes since the epoch, when the outcomes arrived. */
    minute: integer("minute").notNull(),
    name: text("name").notNull(),
    /** 1 for enabled checks, 0 for disabled ones. */
    result: integer("result").notNull(),
    total: integer("total").notNull(),
    errors: integer("errors").notNull(),
    /** The total and the errors of each of the 16 buckets of actors, see `packNumbers`. */
    buckets: blob("buckets", { mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.environmentId, table.key, table.minute, table.name, table.result],
    }),
    index("outcomes_minute").on(table.minute),
  ],
);

/** Older outcomes, by hour. WITHOUT ROWID, as above. */
export const outcomeHours = sqliteTable(
  "outcome_hours",
  {
    environmentId: integer("environment_id").notNull(),
    name: text("name").notNull(),
    key: text("key").notNull(),
    result: integer("result").notNull(),
    /** The first minute of the hour. */
    start: integer("start").notNull(),
    total: integer("total").notNull(),
    errors: integer("errors").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.environmentId, table.name, table.key, table.result, table.start],
    }),
    index("outcome_hours_start").on(table.start),
  ],
);

/** What guards have read (docs/rollouts.md#guards). */
export const guardMinutes = sqliteTable(
  "guard_minutes",
  {
    rolloutId: integer("rollout_id").notNull(),
    /** The name of the guard. */
    guard: text("guard").notNull(),
    minute: integer("minute").notNull(),
    /** `packGuardMinute`. */
    counts: blob("counts", { mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.rolloutId, table.guard, table.minute] })],
);

/**
 * Commits whose counts are not in the tables above yet. A commit only appends one row here. The sum
 * of many commits for one bucket is later written once.
 */
export const journal = sqliteTable("journal", {
  id: integer("id").primaryKey(),
  /** Milliseconds since the epoch. */
  countedAt: integer("counted_at").notNull(),
  /** JSON: for each bucket an array of key id, minute, enabled and disabled. */
  counts: text("counts").notNull(),
});

/** The request ids of counted submissions, in the order of their commits. */
export const requestIds = sqliteTable(
  "request_ids",
  {
    id: integer("id").primaryKey(),
    environmentId: integer("environment_id").notNull(),
    /** The 16 bytes of a UUID. */
    requestId: blob("request_id", { mode: "buffer" }).notNull(),
    /** Milliseconds since the epoch, by the clock of `RememberedRequestIds`. */
    countedAt: integer("counted_at").notNull(),
  },
  (table) => [index("request_ids_environment").on(table.environmentId)],
);

/** One row: the times for deletions by age; see `DataClock`. */
export const clock = sqliteTable("clock", {
  id: integer("id").primaryKey(),
  /** The minute of the latest counts ever; null if there were none. */
  newestMinute: integer("newest_minute"),
  /** When the server last ran, in milliseconds since the epoch. */
  seenAt: integer("seen_at").notNull(),
});

/** The counted part of each replica's spool: submissions up to the sequence never count again. */
export const relays = sqliteTable("relays", {
  /** A UUID that a spool gets at its creation. */
  spool: text("spool").primaryKey(),
  sequence: integer("sequence").notNull(),
  /** Milliseconds since the epoch. */
  seenAt: integer("seen_at").notNull(),
});
