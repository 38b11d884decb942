import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditActor } from "../../core/model/audit.ts";
import {
  type KeptGates,
  type Rollout,
  type RolloutHold,
  rolloutStates,
} from "../../core/model/rollout.ts";
import { environmentsTable } from "./gatehouse-schema.ts";

const json = <Value>(name: string) => text(name, { mode: "json" }).$type<Value>();

/** All rollouts; the state has the active ones. All times are milliseconds since the epoch. */
export const rolloutsTable = sqliteTable(
  "rollouts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    environmentId: integer("environment_id")
      .references(() => environmentsTable.id, { onDelete: "cascade" })
      .notNull(),
    featureId: integer("feature_id").notNull(),
    key: text("key").notNull(),
    author: json<AuditActor>("author").notNull(),
    requestId: integer("request_id"),
    reason: text("reason"),
    steps: json<Rollout["steps"]>("steps").notNull(),
    guards: json<Rollout["guards"]>("guards").notNull(),
    start: json<Rollout["start"]>("start").notNull(),
    late: text("late", { enum: ["hold", "run"] }).notNull(),
    state: text("state", { enum: rolloutStates }).notNull(),
    step: integer("step").notNull(),
    epoch: integer("epoch").notNull(),
    enteredAt: json<Rollout["enteredAt"]>("entered_at").notNull(),
    nextAt: integer("next_at"),
    remainingMs: integer("remaining_ms"),
    seenMark: integer("seen_mark"),
    resumedAt: integer("resumed_at"),
    hold: json<RolloutHold>("hold"),
    beforeGates: json<KeptGates>("before_gates"),
    previousGates: json<KeptGates>("previous_gates"),
    writtenSha256: text("written_sha256").notNull(),
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at"),
    endedBy: json<AuditActor>("ended_by"),
  },
  (table) => [index("rollouts_environment").on(table.environmentId, table.id)],
);
