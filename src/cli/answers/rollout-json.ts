import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import type { RolloutChange } from "../../api/admin/contract/rollout-plan-models.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { Id, orNull, Timestamp, timestampOrNull, toTimestamp } from "./json-schemas.ts";

const StepJson = Type.Object({
  change: Type.Unsafe<RolloutChange>(Type.Unknown({ description: "as in the Admin API" })),
  for: orNull(Type.Integer({ description: "how many seconds it lasts at least" })),
  sample: orNull(Type.Integer({ description: "how many enabled checks it needs" })),
  approval: Type.Boolean({ description: "whether a person must let the rollout go on after it" }),
  entered_at: orNull(Timestamp),
  planned_at: orNull(Timestamp),
});

/** A rollout in the output of --json. */
export const RolloutJson = Type.Object({
  id: Id,
  environment: Type.String({ description: "the slug of the environment" }),
  key: Type.String({ description: "the key of the feature" }),
  state: Type.String({ description: "waiting, running, held, paused, stopped or done" }),
  step: Type.Integer({ description: "the number of the latest step; 0 before the first" }),
  steps: Type.Array(StepJson),
  guards: Type.Array(Type.Unknown(), { description: "as in the Admin API" }),
  author: orNull(Type.String()),
  request: orNull(Id, "the request that was approved"),
  reason: orNull(Type.String()),
  hold: orNull(
    Type.Object({
      kind: Type.String(),
      guard: orNull(Type.String()),
      text: orNull(Type.String()),
      at: Timestamp,
    }),
    "why the rollout does not go on, or why it was stopped",
  ),
  next_at: orNull(Timestamp),
  started_at: Timestamp,
  ended_at: orNull(Timestamp),
  ended_by: orNull(Type.String()),
});
export type RolloutJson = Immutable<Static<typeof RolloutJson>>;

const SideJson = Type.Object({
  total: Type.Integer(),
  bad: Type.Integer(),
  rate: orNull(Type.Number()),
});

/** What a guard sees, in the output of --json. */
export const GuardJson = Type.Object({
  name: Type.String(),
  state: Type.String({ description: "within, alarm, silent, mismatch or no_data" }),
  tolerate: Type.Object({ relative: Type.Number(), absolute: Type.Number() }),
  action: Type.String({ description: "hold, back or return" }),
  enabled: { ...SideJson, description: "outcomes of enabled checks in this step" },
  disabled: { ...SideJson, description: "outcomes of disabled checks in this step" },
  evidence: Type.Number({ description: "an alarm needs at least the limit" }),
  limit: Type.Number(),
  through: orNull(Timestamp, "the end of the latest minute that was read"),
});
export type GuardJson = Immutable<Static<typeof GuardJson>>;

export function guardJson({
  guard: { name, tolerate, action },
  ...standing
}: AnswerOf<"GET /rollouts/:rollout/guards">["guards"][number]): GuardJson {
  const { state, enabled, disabled, evidence, limit, through } = standing;
  return {
    ...{ name, state, tolerate, action, enabled, disabled, evidence, limit },
    through: timestampOrNull(through),
  };
}

type RolloutRow = AnswerOf<"GET /rollouts/:rollout">["rollout"];

export function rolloutJson(row: RolloutRow): RolloutJson {
  const { id, environment, key, state, guards, author, reason, hold } = row;
  return {
    ...{ id, environment, key, state, guards, reason },
    step: row.step + 1,
    steps: row.steps.map(({ change, for: lasts, sample, approval, enteredAt, plannedAt }) => ({
      ...{ change, for: lasts, sample, approval },
      entered_at: timestampOrNull(enteredAt),
      planned_at: timestampOrNull(plannedAt),
    })),
    author: author.name,
    request: row.requestId,
    hold: hold && { ...hold, at: toTimestamp(hold.at) },
    next_at: timestampOrNull(row.nextAt),
    started_at: toTimestamp(row.startedAt),
    ended_at: timestampOrNull(row.endedAt),
    ended_by: row.endedBy?.name ?? null,
  };
}
