import { GatehouseError, type Refusal } from "../../../core/errors.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { parseExpression } from "../../../core/expressions/expression.ts";
import type { RolloutGuard, RolloutPlan, StepChange } from "../../../core/model/rollout.ts";
import { startAt } from "../../../core/model/rollout-start.ts";
import { quote } from "../../../core/text/quote.ts";
import { secondMs } from "../../../core/time-units.ts";
import type {
  RolloutChange,
  SentGuard,
  SentPlan,
  SentStart,
} from "../contract/rollout-plan-models.ts";

/** Refusals of a plan and of its steps. */
export const planRefusals = [
  "expression_invalid",
  "feature_name_missing",
  "feature_not_found",
  "flipper_id_missing",
  "group_not_registered",
  "parameter_invalid",
  "quota_exceeded",
] as const satisfies readonly Refusal[];

/** Checks a plan as it was sent, with the defaults of what was not. */
export function planOf({ steps, guards = [], start, late = "hold" }: SentPlan): RolloutPlan {
  return {
    steps: steps.map(({ change, for: lasts = null, sample = null, approval = false }, index) => ({
      change: atPlace(`steps[${index}]`, () => stepChangeOf(change)),
      forMs: lasts === null ? null : lasts * secondMs,
      sample,
      approval,
    })),
    guards: guards.map(guardOf),
    start: sentStart(start).start,
    late,
  };
}

/** Checks the change of a step, as the routes of the same changes do. */
export function stepChangeOf(sent: RolloutChange): StepChange {
  switch (sent.kind) {
    case "actors":
    case "groups": {
      const add = sent.add.map(sent.kind === "actors" ? requireActorId : requireGroupName);
      return { kind: sent.kind, add, remove: sent.remove };
    }
    case "percentage_of_actors":
    case "percentage_of_time":
      return { kind: sent.kind, value: sent.value };
    case "expression":
      return {
        kind: sent.kind,
        value: sent.value === null ? null : parseExpression(sent.value),
      };
    case "set": {
      const { expression, groups, actors, ...scalars } = sent.gates;
      const gates = {
        ...scalars,
        expression: expression === null ? null : parseExpression(expression),
        groups: groups.map(requireGroupName),
        actors: actors.map(requireActorId),
      };
      return { kind: sent.kind, gates };
    }
    default:
      return { kind: sent.kind };
  }
}

function guardOf({
  name,
  bad = "errors",
  tolerate: { relative = 0, absolute = 0 } = {},
  confidence = 0.95,
  action = "return",
}: SentGuard): RolloutGuard {
  return { name, bad, tolerate: { relative, absolute }, confidence, action };
}

/** A start as it was sent, and what is special about its local time. */
export function sentStart(sent: SentStart | undefined): ReturnType<typeof startAt> & object {
  if (sent === undefined) {
    return { start: { kind: "now" }, note: null };
  }
  if (!("zone" in sent)) {
    return { start: { kind: "at", at: sent.at, local: null, zone: null }, note: null };
  }
  const found = startAt(sent.at, sent.zone);
  if (found === null) {
    throw new GatehouseError("parameter_invalid", {
      message: `start: ${quote(sent.at)} in ${quote(sent.zone)} is no time that the server knows`,
      place: "start",
    });
  }
  return found;
}

function atPlace<Value>(place: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof GatehouseError) {
      const message = `${place}: ${error.message}`;
      throw new GatehouseError(error.refusal, { message, place });
    }
    throw error;
  }
}
