import { type Gates, type ListedGates, listedGates } from "../evaluation/gates.ts";
import { memoizePerObject } from "../memo/memoize-per-object.ts";
import { sha256 } from "../secrets/sha256.ts";
import type {
  ChangeRequest,
  PolicyBase,
  RequestApply,
  RequestBase,
  RequestCommand,
} from "./change-request.ts";
import type { Environment } from "./environment.ts";
import { ownStateOf } from "./own-state.ts";
import type { State } from "./state.ts";
import { effectiveToggle, findFeature, productionOf } from "./state-lookups.ts";

/** Larger gates are not stored in a request, which then shows only that they changed. */
const storedGatesLengthMax = 64 * 1024;

/** What a request is based on. */
export type Bases = Pick<ChangeRequest, "base" | "policyBase">;

/** The current state of the features and the policy that commands change. */
export function basesOf(
  state: State,
  environment: Environment,
  commands: readonly RequestCommand[],
): Bases {
  const environmentsByKey = new Map<string, Set<number>>();
  let policyBase: PolicyBase | null = null;
  for (const command of commands) {
    if (command.kind === "policy") {
      policyBase = policyBaseOf(state, environment);
    } else {
      const ids = environmentsByKey.get(command.key) ?? new Set([environment.id]);
      environmentsByKey.set(command.key, ids);
      if (command.kind === "mirror") {
        // The result of mirroring depends on Production's gates.
        ids.add(productionOf(state, environment.projectId).id);
      } else if (command.kind === "remove") {
        for (const id of environmentsWith(state, environment.projectId, command.key)) {
          ids.add(id);
        }
      }
    }
  }
  const base = [...environmentsByKey].flatMap(([key, ids]) =>
    [...ids]
      .sort((left, right) => left - right)
      .flatMap((id) => {
        const each = state.environments.get(id);
        return each === undefined ? [] : [baseOf(state, each, key)];
      }),
  );
  return { base, policyBase };
}

/** Whether two bases have the same features, gates and policy. */
export function sameBases(left: Bases, right: Bases): boolean {
  return JSON.stringify(hashedBases(left)) === JSON.stringify(hashedBases(right));
}

interface Hashed extends Bases {
  readonly environmentId: number;
  readonly apply: RequestApply;
  readonly commands: readonly RequestCommand[];
}

/** The hash of what approvers approve (docs/governance.md#what-an-approval-covers). */
export function requestHash({ environmentId, apply, commands, ...bases }: Hashed): string {
  return sha256(
    JSON.stringify(["gatehouse-request-1", environmentId, apply, hashedBases(bases), commands]),
  );
}

/** Production and all environments that have own gates of a feature. */
function* environmentsWith(state: State, projectId: number, key: string): Generator<number, void> {
  yield productionOf(state, projectId).id;
  for (const [id, toggles] of state.toggles) {
    if (toggles.has(key) && state.environments.get(id)?.projectId === projectId) {
      yield id;
    }
  }
}

function baseOf(state: State, environment: Environment, key: string): RequestBase {
  const { id: environmentId, projectId } = environment;
  const { kind: own } = ownStateOf(state, environment, key);
  const featureId = findFeature(state, projectId, key)?.id ?? null;
  if (featureId === null) {
    return { environmentId, key, featureId, own, sha256: "", gates: null };
  }
  const { gates } = effectiveToggle(state, environment, key);
  return {
    environmentId,
    key,
    featureId,
    own,
    sha256: gatesHash(gates),
    gates: storedGates(gates),
  };
}

function policyBaseOf({ policies }: State, { id }: Environment): PolicyBase {
  const rules = policies.get(id)?.rules ?? null;
  return { sha256: rules === null ? "" : sha256(JSON.stringify(rules)), rules };
}

function hashedBases({ base, policyBase }: Bases) {
  const features = base.map(({ environmentId, key, featureId, own, sha256: hash }) => [
    ...[environmentId, key, featureId, own, hash],
  ]);
  return policyBase === null ? features : [...features, ["policy", policyBase.sha256]];
}

const gatesText = (gates: ListedGates): string =>
  JSON.stringify([
    ...[gates.boolean, gates.expression, gates.groups, gates.actors],
    ...[gates.percentageOfActors, gates.percentageOfTime],
  ]);

export const gatesHash = memoizePerObject((gates: Gates): string =>
  sha256(gatesText(listedGates(gates))),
);

function storedGates(gates: Gates): ListedGates | null {
  const listed = listedGates(gates);
  return gatesText(listed).length > storedGatesLengthMax ? null : listed;
}
