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
 * Every key that an environment was told of, features and others. An id is not used again before
 * all counts under it are gone. A key whose environment is below zero is buried: its counts wait
 * to be removed, and nothing finds it any more.
 */
export const keys = sqliteTable(
  "keys",
  {
    id: integer("id").primaryKey(),
    environmentId: integer("environment_id").notNull(),
    key: text("key").notNull(),
    /** The feature that has this key, in gatehouse.db; null if there is none. */
    featureId: integer("feature_id"),
  },
  (table) => [
    uniqueIndex("keys_key").on(table.key, table.environmentId),
    index("keys_environment").on(table.environmentId, table.featureId),
  ],
);

/**
 * Evaluations by key and bucket. Each of them is in one of the three tables, so a sum over all
 * three is exact whatever compaction has done. The tables have no rowid: the migration says so,
 * which drizzle-kit cannot, and a test looks.
 */
function countsTable<Name extends string>(name: Name) {
  return sqliteTable(
    name,
    {
      keyId: integer("key_id").notNull(),
      /** Where the bucket starts: minutes since the epoch. */
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
 * Commits whose counts are not in the tables above yet: appending one row is all that a commit
 * pays, and what many commits add to one bucket is then written once.
 */
export const journal = sqliteTable("journal", {
  id: integer("id").primaryKey(),
  /** Milliseconds since the epoch. */
  countedAt: integer("counted_at").notNull(),
  requestIds: blob("request_ids", { mode: "buffer" }).notNull(),
  /** JSON: an array for each bucket of key id, minute, enabled and disabled. */
  counts: text("counts").notNull(),
});

/** The ids of submissions whose counts are in the tables, some seconds of them in each row. */
export const countedSubmissions = sqliteTable("counted_submissions", {
  id: integer("id").primaryKey(),
  countedAt: integer("counted_at").notNull(),
  requestIds: blob("request_ids", { mode: "buffer" }).notNull(),
});
