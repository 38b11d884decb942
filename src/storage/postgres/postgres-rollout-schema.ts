import { index, pgTable } from "drizzle-orm/pg-core";
import type { AuditActor } from "../../core/model/audit.ts";
import type { KeptGates, Rollout, RolloutHold } from "../../core/model/rollout.ts";
import { anyText, jsonText, wholeNumber } from "./postgres-columns.ts";
import { pgEnvironments } from "./postgres-schema.ts";

/** All rollouts; the state has the active ones. */
export const pgRollouts = pgTable(
  "rollouts",
  {
    id: wholeNumber("id").primaryKey(),
    environmentId: wholeNumber("environment_id")
      .references(() => pgEnvironments.id, { onDelete: "cascade" })
      .notNull(),
    featureId: wholeNumber("feature_id").notNull(),
    key: anyText("key").notNull(),
    author: jsonText<AuditActor>("author").notNull(),
    requestId: wholeNumber("request_id"),
    reason: anyText("reason"),
    steps: jsonText<Rollout["steps"]>("steps").notNull(),
    guards: jsonText<Rollout["guards"]>("guards").notNull(),
    start: jsonText<Rollout["start"]>("start").notNull(),
    late: anyText("late").$type<Rollout["late"]>().notNull(),
    state: anyText("state").$type<Rollout["state"]>().notNull(),
    step: wholeNumber("step").notNull(),
    epoch: wholeNumber("epoch").notNull(),
    enteredAt: jsonText<Rollout["enteredAt"]>("entered_at").notNull(),
    nextAt: wholeNumber("next_at"),
    remainingMs: wholeNumber("remaining_ms"),
    seenMark: wholeNumber("seen_mark"),
    resumedAt: wholeNumber("resumed_at"),
    hold: jsonText<RolloutHold>("hold"),
    beforeGates: jsonText<KeptGates>("before_gates"),
    previousGates: jsonText<KeptGates>("previous_gates"),
    writtenSha256: anyText("written_sha256").notNull(),
    startedAt: wholeNumber("started_at").notNull(),
    endedAt: wholeNumber("ended_at"),
    endedBy: jsonText<AuditActor>("ended_by"),
  },
  (table) => [index("rollouts_environment").on(table.environmentId, table.id)],
);
