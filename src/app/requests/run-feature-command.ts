import { GatehouseError } from "../../core/errors.ts";
import type { GateChange } from "../../core/evaluation/gate-change.ts";
import type { Gates, ListedGates } from "../../core/evaluation/gates.ts";
import { difference, sortedSet } from "../../core/evaluation/sorted-set.ts";
import { parseStoredExpression } from "../../core/expressions/expression.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { FeatureCommand } from "../../core/model/feature-command.ts";
import { effectiveToggle, findFeature, productionOf } from "../../core/model/state-lookups.ts";
import { quote } from "../../core/text/quote.ts";
import {
  changeFeature,
  ensureFeature,
  refuseTooManyGroups,
  removeFeature,
} from "../commands/feature-commands.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { replaceGates } from "../commands/import-commands.ts";
import { changeMembers } from "../commands/member-changes.ts";
import { mirrorFeature } from "../commands/mirror-commands.ts";
import { projectLimits, refuseTooManyActors, withinQuotasInSteps } from "../commands/quotas.ts";

/** Runs one command, in steps. Throws what the same change without a request throws. */
export function* runFeatureCommand(
  draft: Draft,
  caller: Caller,
  command: FeatureCommand,
  groupPolicy: GroupPolicy,
): Generator<void, void> {
  const { key } = command;
  const { projectId, kind } = caller.environment;
  switch (command.kind) {
    case "create":
      ensureFeature(draft, caller, key);
      return;
    case "remove":
      existing(draft, caller, key);
      removeFeature(draft, { ...caller, environment: productionOf(draft.state, projectId) }, key);
      return;
    case "mirror":
      if (kind === "production") {
        throw new GatehouseError("production_mirrors_nothing");
      }
      mirrorFeature(draft, caller, existing(draft, caller, key));
      return;
    case "actors":
    case "groups": {
      const { kind: gate, add, remove } = command;
      if (gate === "groups") {
        for (const group of add) {
          groupPolicy(draft, caller, group, true);
        }
      }
      yield* changeMembers(draft, caller, existing(draft, caller, key), { gate, add, remove });
      return;
    }
    case "set":
      yield* setGates(draft, caller, existing(draft, caller, key), command.gates, groupPolicy);
      return;
    case "enable":
    case "disable":
    case "clear":
      changeFeature(draft, caller, existing(draft, caller, key), { action: command.kind });
      return;
    default:
      changeFeature(draft, caller, existing(draft, caller, key), changeOfCommand(command));
  }
}

type ValueCommand = Extract<FeatureCommand, { readonly value: unknown }>;

export function changeOfCommand(command: ValueCommand): GateChange {
  switch (command.kind) {
    case "percentage_of_actors":
    case "percentage_of_time":
      return { action: command.kind, value: command.value };
    case "expression":
      return command.value === null
        ? { action: "disable_expression" }
        : { action: "enable_expression", value: parseStoredExpression(command.value) };
  }
}

function* setGates(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  listed: ListedGates,
  groupPolicy: GroupPolicy,
): Generator<void, void> {
  const { environment } = caller;
  const before = draft.state;
  const gates = gatesOf(listed);
  const { gates: current } = effectiveToggle(before, environment, feature.key);
  refuseTooManyGroups(gates);
  refuseTooManyActors(projectLimits(before, environment.projectId), current, gates);
  for (const group of difference(gates.groups, current.groups)) {
    groupPolicy(draft, caller, group, true);
  }
  const work = replaceGates(draft, caller, { before, feature, gates });
  yield* withinQuotasInSteps(draft, environment, work);
}

export function gatesOf({ expression, groups, actors, ...scalars }: ListedGates): Gates {
  return {
    ...scalars,
    expression: expression === null ? null : parseStoredExpression(expression),
    groups: sortedSet(groups),
    actors: sortedSet(actors),
  };
}

/** Throws `feature_not_found`. */
export function existing({ state }: Draft, { environment }: Caller, key: string): Feature {
  const feature = findFeature(state, environment.projectId, key);
  if (feature === undefined) {
    const message = `There is no feature ${quote(key)}`;
    throw new GatehouseError("feature_not_found", { message });
  }
  return feature;
}
