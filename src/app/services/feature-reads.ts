import { GatehouseError } from "../../core/errors.ts";
import type { CheckInputs } from "../../core/evaluation/actor-check.ts";
import type { Actor } from "../../core/evaluation/actor-context.ts";
import type { GateInputs } from "../../core/evaluation/actor-gates.ts";
import { checkPrice } from "../../core/evaluation/check-price.ts";
import type { CompiledExpressions } from "../../core/evaluation/compiled-expressions.ts";
import { ListCheck } from "../../core/evaluation/list-check.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import { memoizeLatest } from "../../core/memo/memoize-latest.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Environment } from "../../core/model/environment.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import type { ActorSamples } from "../impact/actor-samples.ts";
import type { EnvironmentSnapshots } from "../snapshots/environment-snapshots.ts";
import type { Snapshot } from "../snapshots/snapshot.ts";
import type { Writer } from "../writer/writer.ts";
import { type Comparison, compareEnvironments } from "./compare-environments.ts";
import { isLargeEnvironment } from "./environment-size.ts";
import type { AskGroup } from "./group-predicates.ts";
import type { SeenProperties } from "./seen-properties.ts";

/** The inputs of all checks; group predicates get the id of the request. */
export type ServiceCheckInputs = Omit<GateInputs, "isInGroup"> & { readonly isInGroup?: AskGroup };

export interface FeatureReadsOptions {
  readonly writer: Pick<Writer, "state">;
  readonly snapshots: EnvironmentSnapshots;
  /** The inputs of checks, which find other features in the snapshot of the caller's environment. */
  readonly checkInputs: ServiceCheckInputs;
  /** Caches compiled expressions of all environments. */
  readonly expressions: CompiledExpressions;
  /** Undefined if the properties in checks are not remembered. */
  readonly seenProperties?: SeenProperties | undefined;
  /** Undefined if no actors are sampled. */
  readonly actorSamples?: ActorSamples | undefined;
}

/** Where checks find features: a snapshot, or a moment of the past. */
export interface CheckedFeatures {
  find(key: string): Toggle | undefined;
  eachToggle(): Iterable<Toggle>;
}

/** Reads and checks features (docs/api.md#features, #actor-check), with memory only. */
export class FeatureReads {
  readonly #options: FeatureReadsOptions;
  readonly #isLarge = memoizeLatest(isLargeEnvironment);
  #evaluationCount = 0;

  constructor(options: FeatureReadsOptions) {
    this.#options = options;
  }

  snapshot({ environment }: Caller): Snapshot {
    return this.#options.snapshots.of(this.#options.writer.state, environment);
  }

  /** The revision of the caller's project, which rises with every change of a feature. */
  revision({ environment }: Caller): number {
    return this.#options.writer.state.revisions.get(environment.projectId) ?? 0;
  }

  /** How many features the caller's project has. */
  featureCount({ environment }: Caller): number {
    return this.#options.writer.state.features.get(environment.projectId)?.size ?? 0;
  }

  /** Throws `feature_not_found`. */
  get(caller: Caller, key: string): Toggle {
    const toggle = this.snapshot(caller).find(key);
    if (toggle === undefined) {
      throw new GatehouseError("feature_not_found");
    }
    return toggle;
  }

  /** How many results of features checks have returned since the start. */
  get evaluationCount(): number {
    return this.#evaluationCount;
  }

  /** Whether predicates of the application decide about groups, and so about results. */
  get hasGroupPredicates(): boolean {
    return this.#options.checkInputs.isInGroup !== undefined;
  }

  /** Whether a check of the caller's environment may take so long that it must run in steps. */
  isLargeEnvironment({ environment }: Caller): boolean {
    return this.#isLarge(this.#options.writer.state, environment);
  }

  /** Called for each answered check with its number of features. */
  countEvaluations(features: number): void {
    this.#evaluationCount += features;
  }

  /**
   * A check of actors in the caller's environment, for any number of features. `requestIdOf` gives
   * the id of the request, for the log of faults.
   */
  check(
    caller: Caller,
    actors: readonly Actor[],
    declared: DeclaredGroups = noGroups,
    requestIdOf?: () => string | null,
  ): ListCheck {
    const { seenProperties, actorSamples } = this.#options;
    seenProperties?.record(caller.environment.id, actors);
    actorSamples?.record(caller.environment, actors, declared);
    return new ListCheck(actors, this.checkInputs(caller, declared, requestIdOf));
  }

  /** The price of a check of these toggles for each actor (`checkPrice`), in steps. */
  priceOfCheck(
    caller: Caller,
    toggles: readonly Toggle[],
    features: CheckedFeatures = this.snapshot(caller),
  ): Generator<void, number> {
    return checkPrice(toggles, {
      find: (key) => features.find(key),
      all: () => features.eachToggle(),
      expressions: this.#options.expressions,
    });
  }

  /** The inputs of checks in the caller's environment in addition to actors and toggles. */
  checkInputs(
    caller: Caller,
    declared: DeclaredGroups,
    requestIdOf: (() => string | null) | undefined,
    features: CheckedFeatures = this.snapshot(caller),
  ): CheckInputs {
    const { checkInputs, expressions } = this.#options;
    const { isInGroup } = checkInputs;
    return {
      find: (key) => features.find(key),
      isInGroup: includingDeclaredGroups(
        declared,
        isInGroup && ((group, actor) => isInGroup(group, actor, requestIdOf)),
      ),
      now: checkInputs.now,
      random: checkInputs.random,
      crc32: checkInputs.crc32,
      expressions,
    };
  }

  /** Compares the gates in force in two environments of one project. */
  compare(left: Environment, right: Environment): Promise<Comparison> {
    const { snapshots, writer } = this.#options;
    return inSlices(compareEnvironments(snapshots, writer.state, left, right));
  }
}

/** Groups that the actor is in according to the request. */
export type DeclaredGroups = ReadonlySet<string>;
const noGroups: DeclaredGroups = new Set();

function includingDeclaredGroups(declared: DeclaredGroups, isInGroup: GateInputs["isInGroup"]) {
  return declared.size === 0
    ? isInGroup
    : (group: string, actor: Actor) => declared.has(group) || isInGroup?.(group, actor) === true;
}
