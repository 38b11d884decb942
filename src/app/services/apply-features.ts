import { GatehouseError } from "../../core/errors.ts";
import {
  closedGates,
  type Gates,
  type ListedGates,
  listedGates,
} from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature } from "../../core/model/feature.ts";
import { ownStateOf } from "../../core/model/own-state.ts";
import { gatesHash } from "../../core/model/request-base.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, findFeature } from "../../core/model/state-lookups.ts";
import { sha256 } from "../../core/secrets/sha256.ts";
import { quote } from "../../core/text/quote.ts";
import { ensureFeature } from "../commands/feature-commands.ts";
import { type Description, describeFeature } from "../commands/feature-description.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { requireRoleEverywhere, requireValidCaller } from "../commands/require-valid-caller.ts";
import { runFeatureCommand } from "../requests/run-feature-command.ts";

export type GateName = keyof ListedGates;

/** What a feature shall be in one environment. */
export interface DeclaredGates {
  readonly environment: Environment;
  readonly gates: ListedGates;
}

/** What a feature shall be. Environments that are not listed stay as they are. */
export interface DeclaredFeature {
  readonly key: string;
  readonly described: Partial<Pick<Description, "description" | "longevity" | "tags">>;
  readonly environments: readonly DeclaredGates[];
  /** These gates stay as they are. */
  readonly ignored: ReadonlySet<GateName>;
}

/** What a feature was, for its description or in one environment, when a plan was made. */
export interface AppliedBase {
  readonly key: string;
  /** Null for the description of the feature. */
  readonly environment: string | null;
  readonly tag: string;
}

export interface WantedFeatures {
  readonly features: readonly DeclaredFeature[];
  /** The tag of features that are deleted if they are not listed; undefined deletes nothing. */
  readonly pruned: string | undefined;
  /** Undefined for whatever the features are now. */
  readonly base: readonly AppliedBase[] | undefined;
}

export interface AppliedGates {
  readonly environment: Environment;
  readonly before: ListedGates;
  readonly after: ListedGates;
  /** Whether the environment followed Production for the feature before. */
  readonly pins: boolean;
}

export interface AppliedFeature {
  readonly key: string;
  readonly kind: "created" | "changed" | "deleted";
  /** The changed parts of the description, as they were and as they are. */
  readonly described: { readonly before: Partial<Facts>; readonly after: Partial<Facts> } | null;
  readonly gates: readonly AppliedGates[];
}

export interface AppliedFeatures {
  /** Without features that stay as they are. */
  readonly changes: readonly AppliedFeature[];
  readonly base: readonly AppliedBase[];
}

type Facts = Pick<Feature, "description" | "longevity" | "tags">;

export interface ApplyOptions extends WantedFeatures {
  /** The author in an environment. */
  readonly callerIn: (environment: Environment) => Caller;
  readonly production: Environment;
  readonly groupPolicy: GroupPolicy;
}

/**
 * Makes features what a file declares, in all its environments, in steps of a gate. Throws
 * `gate_changed` if a feature is not as `base` says, and as the changes of single features.
 */
export function* applyFeatures(
  draft: Draft,
  options: ApplyOptions,
): Generator<void, AppliedFeatures> {
  const { features, production, callerIn, groupPolicy } = options;
  const before = draft.state;
  const callers = callersOf(draft, options);
  const removed = removedKeys(before, options);
  const base = basesOf(before, production, features, removed);
  refuseChanged(base, options.base);
  for (const declared of features) {
    const known = findFeature(draft.state, production.projectId, declared.key);
    const creator = callers.get(declared.environments[0]?.environment.id ?? production.id);
    const feature = known ?? ensureFeature(draft, creator ?? callerIn(production), declared.key);
    describeFeature(draft, feature, declared.described);
    yield;
    for (const { environment, gates } of declared.environments) {
      const caller = callers.get(environment.id) ?? callerIn(environment);
      const { key } = declared;
      const current = listedGates(effectiveToggle(draft.state, environment, key).gates);
      const wanted = withIgnored(gates, current, declared.ignored);
      yield* runFeatureCommand(draft, caller, { kind: "set", key, gates: wanted }, groupPolicy);
    }
  }
  if (removed.length > 0) {
    const caller = callers.get(production.id) ?? callerIn(production);
    requireRoleEverywhere(draft, caller);
    for (const key of removed) {
      yield* runFeatureCommand(draft, caller, { kind: "remove", key }, groupPolicy);
    }
  }
  const after = yield* draft.applyInSteps();
  return { base, changes: changesBetween(before, after, { features, removed, production }) };
}

/** The author in each environment, whose right there is checked first. */
function callersOf(
  draft: Draft,
  { features, callerIn }: ApplyOptions,
): ReadonlyMap<number, Caller> {
  const callers = new Map<number, Caller>();
  for (const { environment } of features.flatMap(({ environments }) => environments)) {
    if (!callers.has(environment.id)) {
      const caller = callerIn(environment);
      requireValidCaller(draft, caller);
      callers.set(environment.id, caller);
    }
  }
  return callers;
}

/** The features with the tag that no file lists. */
function removedKeys(
  state: State,
  { features, pruned, production }: ApplyOptions,
): readonly string[] {
  if (pruned === undefined) {
    return [];
  }
  const listed = new Set(features.map(({ key }) => key));
  const all = state.features.get(production.projectId)?.values() ?? [];
  return [...all]
    .filter(({ key, tags }) => tags.includes(pruned) && !listed.has(key))
    .map(({ key }) => key);
}

/** Each pair of a feature and an environment has a tag, and so has the description. */
function basesOf(
  state: State,
  production: Environment,
  features: readonly DeclaredFeature[],
  removed: readonly string[],
): readonly AppliedBase[] {
  const { projectId } = production;
  const described = (key: string): AppliedBase => {
    const feature = findFeature(state, projectId, key);
    const tag = feature === undefined ? "" : sha256(JSON.stringify([feature.id, factsOf(feature)]));
    return { key, environment: null, tag };
  };
  const gatesIn = (key: string, environment: Environment): AppliedBase => {
    const { kind } = ownStateOf(state, environment, key);
    const hash = gatesHash(gatesInForce(state, environment, key));
    return { key, environment: environment.slug, tag: sha256(JSON.stringify([kind, hash])) };
  };
  return [
    ...features.flatMap(({ key, environments }) => [
      described(key),
      ...environments.map(({ environment }) => gatesIn(key, environment)),
    ]),
    ...removed.flatMap((key) => [described(key), gatesIn(key, production)]),
  ];
}

const namedMax = 5;

function refuseChanged(
  base: readonly AppliedBase[],
  expected: readonly AppliedBase[] | undefined,
): void {
  if (expected === undefined) {
    return;
  }
  const known = new Map(expected.map((each) => [nameOf(each), each.tag]));
  const changed = base.filter((each) => known.get(nameOf(each)) !== each.tag).map(nameOf);
  const current = new Set(base.map(nameOf));
  const gone = expected.map(nameOf).filter((name) => !current.has(name));
  const [first, ...rest] = [...changed, ...gone];
  if (first !== undefined) {
    const names = [first, ...rest].slice(0, namedMax).map(quote).join(", ");
    const more = rest.length < namedMax ? "" : ` and ${rest.length + 1 - namedMax} more`;
    throw new GatehouseError("gate_changed", {
      message: `Changed since the plan: ${names}${more}`,
    });
  }
}

function nameOf({ key, environment }: Pick<AppliedBase, "key" | "environment">): string {
  return environment === null ? key : `${key} in ${environment}`;
}

/** The defaults for a feature that does not exist. */
function gatesInForce(state: State, environment: Environment, key: string): Gates {
  return ownStateOf(state, environment, key).kind === "missing"
    ? closedGates
    : effectiveToggle(state, environment, key).gates;
}

function withIgnored(
  gates: ListedGates,
  current: ListedGates,
  ignored: ReadonlySet<GateName>,
): ListedGates {
  const kept = Object.entries(current).filter(([name]) => ignored.has(name as GateName));
  return { ...gates, ...Object.fromEntries(kept) };
}

interface Compared {
  readonly features: readonly DeclaredFeature[];
  readonly removed: readonly string[];
  readonly production: Environment;
}

function changesBetween(
  before: State,
  after: State,
  { features, removed, production }: Compared,
): readonly AppliedFeature[] {
  const changes: AppliedFeature[] = [];
  for (const { key, environments } of features) {
    const was = findFeature(before, production.projectId, key);
    const is = findFeature(after, production.projectId, key);
    const gates = environments.flatMap(({ environment }) =>
      gatesBetween(before, after, environment, key),
    );
    const described = differentFacts(was, is);
    if (was === undefined || described !== null || gates.length > 0) {
      changes.push({ key, kind: was === undefined ? "created" : "changed", described, gates });
    }
  }
  for (const key of removed) {
    const gates = listedGates(effectiveToggle(before, production, key).gates);
    const closed = { environment: production, before: gates, after: closedListed, pins: false };
    changes.push({ key, kind: "deleted", described: null, gates: [closed] });
  }
  return changes;
}

const closedListed = listedGates(closedGates);

function gatesBetween(
  before: State,
  after: State,
  environment: Environment,
  key: string,
): readonly AppliedGates[] {
  const was = gatesInForce(before, environment, key);
  const is = gatesInForce(after, environment, key);
  const pins =
    ownStateOf(before, environment, key).kind === "mirrored" &&
    ownStateOf(after, environment, key).kind === "own";
  return gatesHash(was) === gatesHash(is) && !pins
    ? []
    : [{ environment, before: listedGates(was), after: listedGates(is), pins }];
}

function factsOf({ description, longevity, tags }: Facts): Facts {
  return { description, longevity, tags: [...tags] };
}

const newFacts: Facts = { description: null, longevity: null, tags: [] };

function differentFacts(was: Feature | undefined, is: Feature | undefined) {
  const [left, right] = [factsOf(was ?? newFacts), factsOf(is ?? newFacts)];
  const different = (Object.keys(left) as readonly (keyof Facts)[]).filter(
    (name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]),
  );
  const only = (facts: Facts): Partial<Facts> =>
    Object.fromEntries(different.map((name) => [name, facts[name]]));
  return different.length === 0 ? null : { before: only(left), after: only(right) };
}
