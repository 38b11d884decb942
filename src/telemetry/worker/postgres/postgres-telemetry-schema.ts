import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * Every key with counts in an environment, of a feature or unknown. Only chores add and remove
 * rows, one node at a time. A key with a negative environment id is marked deleted.
 */
export const telemetryKeys = pgTable(
  "telemetry_keys",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    environmentId: bigint("environment_id", { mode: "number" }).notNull(),
    key: text("key").notNull(),
    /** The id of the feature with this key; null if there was none. */
    featureId: bigint("feature_id", { mode: "number" }),
  },
  (table) => [unique("telemetry_keys_key").on(table.environmentId, table.key)],
);

/**
 * Evaluations by key and bucket. Each evaluation is in exactly one of these tables or in the
 * journal. The tables are partitioned by `start`, and partitions are dropped as a whole;
 * drizzle-kit cannot express that, so the migration was edited by hand.
 */
function partitionedCounts<Name extends string>(name: Name) {
  return pgTable(
    name,
    {
      keyId: bigint("key_id", { mode: "number" }).notNull(),
      /** The first minute of the bucket, in minutes since the epoch. */
      start: integer("start").notNull(),
      enabled: bigint("enabled", { mode: "number" }).notNull(),
      disabled: bigint("disabled", { mode: "number" }).notNull(),
    },
    (table) => [primaryKey({ columns: [table.keyId, table.start] })],
  );
}

/** In partitions of an hour. */
export const telemetryMinutes = partitionedCounts("telemetry_minutes");
/** In partitions of a day. */
export const telemetryHours = partitionedCounts("telemetry_hours");
/** In partitions of 30 days. */
export const telemetryDays = partitionedCounts("telemetry_days");

/** Outcomes by minute, for the minutes since the boundary of the rollup. */
export const telemetryOutcomes = pgTable(
  "telemetry_outcomes",
  {
    environmentId: bigint("environment_id", { mode: "number" }).notNull(),
    key: text("key").notNull(),
    /** In minutes since the epoch, when the outcomes arrived. */
    minute: integer("minute").notNull(),
    name: text("name").notNull(),
    /** Whether the checks were enabled. */
    result: boolean("result").notNull(),
    total: bigint("total", { mode: "number" }).notNull(),
    errors: bigint("errors", { mode: "number" }).notNull(),
    /** The total and the errors of each of the 16 buckets of actors. */
    buckets: bigint("buckets", { mode: "number" }).array().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.environmentId, table.key, table.minute, table.name, table.result],
    }),
    index("telemetry_outcomes_minute").on(table.minute),
  ],
);

/** Older outcomes, by hour. */
export const telemetryOutcomeHours = pgTable(
  "telemetry_outcome_hours",
  {
    environmentId: bigint("environment_id", { mode: "number" }).notNull(),
    name: text("name").notNull(),
    key: text("key").notNull(),
    result: boolean("result").notNull(),
    /** The first minute of the hour. */
    start: integer("start").notNull(),
    total: bigint("total", { mode: "number" }).notNull(),
    errors: bigint("errors", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.environmentId, table.name, table.key, table.result, table.start],
    }),
    index("telemetry_outcome_hours_start").on(table.start),
  ],
);

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** What guards have read (docs/rollouts.md#guards). */
export const telemetryGuardMinutes = pgTable(
  "telemetry_guard_minutes",
  {
    rolloutId: bigint("rollout_id", { mode: "number" }).notNull(),
    /** The name of the guard. */
    guard: text("guard").notNull(),
    minute: integer("minute").notNull(),
    /** `packGuardMinute`. */
    counts: bytes("counts").notNull(),
  },
  (table) => [primaryKey({ columns: [table.rolloutId, table.guard, table.minute] })],
);

/** Commits whose counts are not in the tables above yet: a row has the sums of one commit. */
export const telemetryJournal = pgTable("telemetry_journal", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  environmentIds: bigint("environment_ids", { mode: "number" }).array().notNull(),
  /** Minus the latest feature that the node knew, for an unknown key. */
  featureIds: bigint("feature_ids", { mode: "number" }).array().notNull(),
  keys: text("keys").array().notNull(),
  minutes: integer("minutes").array().notNull(),
  enabled: bigint("enabled", { mode: "number" }).array().notNull(),
  disabled: bigint("disabled", { mode: "number" }).array().notNull(),
  /** How many metrics each sum has. */
  metrics: integer("metrics").array().notNull(),
});

/**
 * The ids of counted submissions. Each hour has a slot, the hour since the epoch modulo four, in
 * its own partition, which is emptied as a whole before it is used again.
 */
export const telemetryIds = pgTable(
  "telemetry_ids",
  {
    slot: smallint("slot").notNull(),
    environmentId: bigint("environment_id", { mode: "number" }).notNull(),
    requestId: uuid("request_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.slot, table.environmentId, table.requestId] })],
);

/** One row: the times for deletions by age; see `telemetry/worker/store`. */
export const telemetryClock = pgTable("telemetry_clock", {
  id: smallint("id").primaryKey(),
  /** The minute of the latest counts ever; null if there were none. */
  newestMinute: integer("newest_minute"),
  /** When a node last moved counts, in milliseconds since the epoch; null before. */
  seenAt: bigint("seen_at", { mode: "number" }),
  /** The day, since the epoch, on which counts were last deleted by age; null before. */
  prunedDay: integer("pruned_day"),
  /** The progress of a copy of another engine's telemetry; null without one. */
  copyProgress: text("copy_progress"),
});

/** The counted part of each replica's spool: submissions up to the sequence never count again. */
export const telemetryRelays = pgTable("telemetry_relays", {
  /** A UUID that a spool gets at its creation. */
  spool: text("spool").primaryKey(),
  sequence: bigint("sequence", { mode: "number" }).notNull(),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull().defaultNow(),
});
