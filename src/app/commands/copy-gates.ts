import { GatehouseError } from "../../core/errors.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature } from "../../core/model/feature.ts";
import { effectiveToggle } from "../../core/model/state-lookups.ts";
import type { GroupPolicy } from "./group-policy.ts";
import { replaceGates } from "./import-commands.ts";
import { projectLimits, refuseTooManyActors, withinQuotasInSteps } from "./quotas.ts";

interface GateCopy {
  readonly feature: Feature;
  readonly from: Environment;
  readonly groupPolicy: GroupPolicy;
}

/**
 * Writes the gates in force in another environment of the project to the caller's. Throws
 * `parameter_invalid` for an environment of another project, and `quota_exceeded`.
 */
export function* copyGates(
  draft: Draft,
  caller: Caller,
  { feature, from, groupPolicy }: GateCopy,
): Generator<void, Toggle> {
  const { environment } = caller;
  const before = draft.state;
  if (before.environments.get(from.id)?.projectId !== environment.projectId) {
    throw new GatehouseError("parameter_invalid", {
      message: "There is no such environment to copy from",
    });
  }
  const { gates } = effectiveToggle(before, from, feature.key);
  const current = effectiveToggle(before, environment, feature.key).gates;
  for (const group of gates.groups) {
    groupPolicy(draft, caller, group, true);
  }
  refuseTooManyActors(projectLimits(before, environment.projectId), current, gates);
  const work = replaceGates(draft, caller, { before, feature, gates });
  yield* withinQuotasInSteps(draft, environment, work);
  return effectiveToggle(draft.state, environment, feature.key);
}
