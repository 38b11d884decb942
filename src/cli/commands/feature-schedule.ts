import type { SentStart, SentStep } from "../../api/admin/contract/rollout-plan-models.ts";
import { ConfigError } from "../../config/config-error.ts";
import { type RolloutJson, rolloutJson } from "../answers/rollout-json.ts";
import type { Why } from "../options/why-option.ts";
import type { Target } from "../targets/api-target.ts";
import type { GateRequests } from "./change-gates.ts";

type StepChange = SentStep["change"];

/** Plans one change of a feature for a time: a rollout of one step. */
export async function scheduleChange(
  { admin, at, in: query }: Target,
  key: string,
  {
    writes,
    start,
    why,
  }: { readonly writes: GateRequests; readonly start: SentStart; readonly why: Why },
): Promise<RolloutJson> {
  const { rollout } = await admin.call("POST /environments/:environment/rollouts", {
    params: at,
    query,
    body: { key, steps: [{ change: plannedChange(writes) }], start, ...why },
  });
  return rolloutJson(rollout);
}

/** Throws a ConfigError for changes of several gates. */
function plannedChange(writes: GateRequests): StepChange {
  const [{ gate, action, value }, ...others] = writes;
  if (others.some((other) => other.gate !== gate)) {
    throw new ConfigError("--at plans a change of one gate: plan the others separately");
  }
  const isEnabling = action === "enable";
  switch (gate) {
    case "boolean":
      return { kind: isEnabling ? "enable" : "disable" };
    case "actors":
    case "groups": {
      const names = writes.map((write) => String(write.value));
      return isEnabling
        ? { kind: gate, add: names, remove: [] }
        : { kind: gate, add: [], remove: names };
    }
    case "percentage_of_actors":
    case "percentage_of_time":
      return { kind: gate, value: isEnabling ? Number(value) : 0 };
    case "expression":
      return { kind: gate, value: isEnabling ? value : null };
  }
}
