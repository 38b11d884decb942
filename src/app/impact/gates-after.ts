import { GatehouseError } from "../../core/errors.ts";
import { changeGates, type GateChange } from "../../core/evaluation/gate-change.ts";
import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { RequestCommand } from "../../core/model/change-request.ts";
import type { FeatureCommand } from "../../core/model/feature-command.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, findFeature, productionOf } from "../../core/model/state-lookups.ts";
import { quote } from "../../core/text/quote.ts";
import { changeOfCommand, gatesOf } from "../requests/run-feature-command.ts";

/** Gates in force before and after some changes; null while there is no feature. */
export interface GateSides {
  readonly before: Gates | null;
  readonly after: Gates | null;
}

/**
 * The changes of features that commands of a request make: a rollout makes those of all its steps,
 * and a policy none.
 */
export function featureCommandsOf(commands: readonly RequestCommand[]): readonly FeatureCommand[] {
  return commands.flatMap((command): readonly FeatureCommand[] => {
    switch (command.kind) {
      case "policy":
      case "resume":
        return [];
      case "rollout":
        return command.steps.map(({ change }) => ({ ...change, key: command.key }));
      default:
        return [command];
    }
  });
}

/** Computes the gates of each changed feature in steps, as commands may change many members. */
export type GateSidesSteps = Generator<void, ReadonlyMap<string, GateSides>>;

/**
 * The gates of each feature that commands change in the caller's environment, without quotas and
 * rights: an estimate needs neither. Throws `feature_not_found`, and `production_mirrors_nothing`.
 */
export function* gatesAfterCommands(
  state: State,
  caller: Caller,
  commands: readonly FeatureCommand[],
): GateSidesSteps {
  const sides = new Map<string, GateSides>();
  for (const command of commands) {
    const { key } = command;
    const before = gatesInForce(state, caller, key);
    const known = sides.get(key) ?? { before, after: before };
    const after = yield* gatesAfter(state, caller, command, known.after);
    sides.set(key, { ...known, after });
  }
  return sides;
}

/** The gates in force of a feature before and after changes. Throws `feature_not_found`. */
export function* gatesAfterChanges(
  state: State,
  caller: Caller,
  key: string,
  changes: readonly GateChange[],
): GateSidesSteps {
  const before = existing(gatesInForce(state, caller, key), key);
  return new Map([[key, { before, after: yield* changed(before, changes) }]]);
}

function* changed(before: Gates, changes: readonly GateChange[]): Generator<void, Gates> {
  let gates = before;
  for (const change of changes) {
    gates = changeGates(gates, change);
    yield;
  }
  return gates;
}

function* gatesAfter(
  state: State,
  caller: Caller,
  command: FeatureCommand,
  current: Gates | null,
): Generator<void, Gates | null> {
  const { key } = command;
  const isCreation = command.kind === "create";
  const gates = isCreation ? (current ?? closedGates) : existing(current, key);
  switch (command.kind) {
    case "create":
      return gates;
    case "remove":
      return null;
    case "mirror": {
      const { kind, projectId } = caller.environment;
      if (kind === "production") {
        throw new GatehouseError("production_mirrors_nothing");
      }
      const production = productionOf(state, projectId);
      return gatesInForce(state, { ...caller, environment: production }, key) ?? closedGates;
    }
    case "set":
      return gatesOf(command.gates);
    case "actors":
    case "groups":
      return yield* changed(gates, memberChanges(command));
    case "enable":
    case "disable":
    case "clear":
      return changeGates(gates, { action: command.kind });
    default:
      return changeGates(gates, changeOfCommand(command));
  }
}

type MembersCommand = Extract<FeatureCommand, { readonly add: unknown }>;

function memberChanges({ kind, add, remove }: MembersCommand): readonly GateChange[] {
  const isActors = kind === "actors";
  return [
    ...add.map((value): GateChange => {
      return { action: isActors ? "enable_actor" : "enable_group", value };
    }),
    ...remove.map((value): GateChange => {
      return { action: isActors ? "disable_actor" : "disable_group", value };
    }),
  ];
}

function gatesInForce(state: State, { environment }: Caller, key: string): Gates | null {
  return findFeature(state, environment.projectId, key) === undefined
    ? null
    : effectiveToggle(state, environment, key).gates;
}

function existing(gates: Gates | null, key: string): Gates {
  if (gates === null) {
    const message = `There is no feature ${quote(key)}`;
    throw new GatehouseError("feature_not_found", { message });
  }
  return gates;
}
