import { GatehouseError } from "../../core/errors.ts";
import { type GateChange, sameGates } from "../../core/evaluation/gate-change.ts";
import { isNoticedByMany } from "../../core/evaluation/noticed-change.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { EnvironmentGates } from "../../core/model/gate-difference.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, findFeature, ownToggle } from "../../core/model/state-lookups.ts";
import { refuseTooManyGroups, removeKnownFeature, writeGateChange } from "./feature-commands.ts";
import { type Description, describeFeature, tagsMax } from "./feature-description.ts";
import type { GroupPolicy } from "./group-policy.ts";
import { replaceGates } from "./import-commands.ts";
import { mayPin } from "./may-pin.ts";
import { mirrorFeature } from "./mirror-commands.ts";
import { ownGatesByKey } from "./own-gates.ts";
import { projectLimits, refuseTooManyActors, withinQuotasInSteps } from "./quotas.ts";
import { requireRoleEverywhere } from "./require-valid-caller.ts";
import { type Retires, retireAfterDeletion } from "./retired-commands.ts";

/** The parts of a description that a change of many features can write. */
export type BulkDescription = Partial<Pick<Description, "tags" | "ownerId" | "longevity">>;

/** One change of many features of the caller's environment. */
export type BulkChange =
  | { readonly kind: "gate"; readonly change: GateChange }
  | { readonly kind: "copy"; readonly from: Environment }
  | { readonly kind: "mirror" }
  /** The environment is Production. */
  | { readonly kind: "delete"; readonly retires: Retires }
  | {
      readonly kind: "describe";
      readonly described: (feature: Feature) => BulkDescription;
      /** The owners that the change may write. */
      readonly ownerIds: Iterable<number>;
    };

/** Why a feature stays as it is: it is like that already, or would have too many tags. */
export type UnchangedReason = "same" | "tags_full";

/** What a change of many features did. */
export interface BulkResult {
  /** The keys of the changed features. */
  readonly changed: readonly string[];
  readonly unchanged: ReadonlyMap<UnchangedReason, number>;
  /** Keys without a feature. */
  readonly missing: readonly string[];
  /** How many of the changed features followed Production before. */
  readonly pinnedCount: number;
  /** The values that a change of descriptions replaced. */
  readonly before: readonly (BulkDescription & { readonly key: string })[];
  /** Whether many actors of Production may notice it, or it deletes something. */
  readonly isNoticed: boolean;
}

/**
 * Makes one change to many features, in steps of a feature or an audit. Keys without a feature are
 * skipped. Throws as the change of a single feature would; then none of the features changes.
 */
export function* changeInBulk(
  draft: Draft,
  caller: Caller,
  keys: readonly string[],
  { change, groupPolicy }: { readonly change: BulkChange; readonly groupPolicy: GroupPolicy },
): Generator<void, BulkResult> {
  const { state } = draft;
  refuseImpossible(state, caller, change);
  const ownGates =
    change.kind === "delete"
      ? yield* ownGatesByKey(state, caller.environment.projectId)
      : new Map<string, readonly EnvironmentGates[]>();
  if (change.kind === "delete") {
    requireRoleEverywhere(draft, caller);
  }
  const work = new BulkWork(draft, caller, { change, groupPolicy, ownGates });
  yield* withinQuotasInSteps(draft, caller.environment, work.run(keys));
  return work.result();
}

function refuseImpossible(state: State, { environment }: Caller, change: BulkChange): void {
  if (change.kind === "mirror" && environment.kind === "production") {
    throw new GatehouseError("production_mirrors_nothing");
  }
  if (
    change.kind === "copy" &&
    state.environments.get(change.from.id)?.projectId !== environment.projectId
  ) {
    throw new GatehouseError("environment_not_found");
  }
  if (change.kind === "describe") {
    const members = state.organizationMembers.get(organizationOf(state, environment.projectId).id);
    for (const id of change.ownerIds) {
      if (members?.has(id) !== true) {
        throw new GatehouseError("owner_unknown");
      }
    }
  }
}

interface BulkOptions {
  readonly change: BulkChange;
  readonly groupPolicy: GroupPolicy;
  readonly ownGates: ReadonlyMap<string, readonly EnvironmentGates[]>;
}

type Outcome = UnchangedReason | "changed" | "pinned";

class BulkWork {
  readonly #draft: Draft;
  /** No feature is changed twice, so the state before suffices, and is read only once. */
  readonly #before: State;
  readonly #caller: Caller;
  readonly #options: BulkOptions;
  readonly #changed: string[] = [];
  readonly #missing: string[] = [];
  readonly #unchanged = new Map<UnchangedReason, number>();
  readonly #replaced: (BulkDescription & { readonly key: string })[] = [];
  readonly #allowedGroups = new Set<string>();
  #pinnedCount = 0;
  #isNoticed: boolean;

  constructor(draft: Draft, caller: Caller, options: BulkOptions) {
    this.#draft = draft;
    this.#before = draft.state;
    this.#caller = caller;
    this.#options = options;
    this.#isNoticed = isAlwaysNoticed(options.change);
  }

  *run(keys: readonly string[]): Generator<void, void> {
    const { projectId } = this.#caller.environment;
    for (const key of keys) {
      const feature = findFeature(this.#before, projectId, key);
      if (feature === undefined) {
        this.#missing.push(key);
      } else {
        this.#count(key, yield* this.#change(feature));
      }
      yield;
    }
  }

  result(): BulkResult {
    return {
      changed: this.#changed,
      unchanged: this.#unchanged,
      missing: this.#missing,
      pinnedCount: this.#pinnedCount,
      before: this.#replaced,
      isNoticed: this.#isNoticed && this.#caller.environment.kind === "production",
    };
  }

  #count(key: string, outcome: Outcome): void {
    if (outcome === "same" || outcome === "tags_full") {
      this.#unchanged.set(outcome, (this.#unchanged.get(outcome) ?? 0) + 1);
      return;
    }
    this.#changed.push(key);
    this.#pinnedCount += outcome === "pinned" ? 1 : 0;
  }

  *#change(feature: Feature): Generator<void, Outcome> {
    const { change, ownGates } = this.#options;
    switch (change.kind) {
      case "gate":
        return this.#changeGate(feature, change.change);
      case "copy":
        return yield* this.#copy(feature, change.from);
      case "mirror":
        return mirrorFeature(this.#draft, this.#caller, feature, this.#before) ? "changed" : "same";
      case "delete":
        removeKnownFeature(this.#draft, this.#caller, feature, ownGates.get(feature.key) ?? []);
        retireAfterDeletion(this.#draft, this.#caller, feature.key, change.retires);
        return "changed";
      case "describe":
        return this.#describe(feature, change.described(feature));
    }
  }

  #changeGate(feature: Feature, change: GateChange): Outcome {
    const options = { state: this.#before, change };
    const written = writeGateChange(this.#draft, this.#caller, feature, options);
    if (written === null) {
      return "same";
    }
    const isProduction = this.#caller.environment.kind === "production";
    if (isProduction && !this.#isNoticed) {
      this.#isNoticed = isNoticedByMany(written.before, written.after, this.#draft.now);
    }
    return written.pins ? "pinned" : "changed";
  }

  *#copy(feature: Feature, from: Environment): Generator<void, Outcome> {
    const before = this.#before;
    const { environment } = this.#caller;
    const { gates } = effectiveToggle(before, from, feature.key);
    const own = ownToggle(before, environment, feature.key);
    const current = effectiveToggle(before, environment, feature.key).gates;
    if ((own !== undefined || !mayPin(this.#draft, this.#caller)) && sameGates(current, gates)) {
      return "same";
    }
    for (const group of gates.groups) {
      if (!this.#allowedGroups.has(group)) {
        this.#options.groupPolicy(this.#draft, this.#caller, group, true);
        this.#allowedGroups.add(group);
      }
    }
    refuseTooManyGroups(gates);
    refuseTooManyActors(projectLimits(before, environment.projectId), current, gates);
    yield* replaceGates(this.#draft, this.#caller, { before, feature, gates });
    return own === undefined ? "pinned" : "changed";
  }

  #describe(feature: Feature, described: BulkDescription): Outcome {
    if ((described.tags?.length ?? 0) > tagsMax) {
      return "tags_full";
    }
    const after = describeFeature(this.#draft, feature, described);
    if (after === feature) {
      return "same";
    }
    const { key, tags, ownerId, longevity } = feature;
    this.#replaced.push({
      key,
      ...(described.tags === undefined ? {} : { tags }),
      ...(described.ownerId === undefined ? {} : { ownerId }),
      ...(described.longevity === undefined ? {} : { longevity }),
    });
    return "changed";
  }
}

/** Whether a change needs a confirmation in Production whatever the gates are. */
function isAlwaysNoticed(change: BulkChange): boolean {
  const isDescription = change.kind === "describe" || change.kind === "mirror";
  return !isDescription && !(change.kind === "gate" && "value" in change.change);
}

/** The tags of a feature after some are added and removed, in their order. */
export function changedTags(
  { tags }: Feature,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): readonly string[] {
  const removed = new Set(remove);
  return [...new Set([...tags, ...add])].filter((tag) => !removed.has(tag));
}
