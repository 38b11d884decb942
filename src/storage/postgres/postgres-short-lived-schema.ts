import { boolean, doublePrecision, index, pgTable, timestamp } from "drizzle-orm/pg-core";
import { anyText } from "./postgres-columns.ts";

/** See `ShortLivedStorage`. The table is not in the write-ahead log: a crash empties it. */
export const pgShortLived = pgTable(
  "short_lived",
  {
    /** The hash of the key, in hex. */
    key: anyText("key").primaryKey(),
    /** The count at the moment of `changed_at`; null for a text. */
    taken: doublePrecision("taken"),
    /** Whether the latest one was too many, and so is not counted. */
    isRefused: boolean("is_refused").notNull().default(false),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
    /** Null for a count. */
    text: anyText("text"),
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("short_lived_ends_at").on(table.endsAt)],
);
