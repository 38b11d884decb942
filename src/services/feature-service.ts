import {
  changeFeature,
  changeFeatureEach,
  clearFeature,
  ensureFeature,
  removeFeature,
} from "../commands/feature-commands.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import type { ImportedFeatures } from "../commands/import-commands.ts";
import { ImportSize } from "../commands/import-size.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import { atPlace, GatehouseError } from "../errors.ts";
import { inSlices } from "../event-loop/shared-turns.ts";
import { type ImportRules, noImportRules } from "../imports/imported-gates.ts";
import { memoizeLatest } from "../memo/memoize-latest.ts";
import type { Caller } from "../model/caller.ts";
import { Draft } from "../model/draft.ts";
import type { Environment } from "../model/environment.ts";
import type { OnPercentagesRounded } from "../percentages/rounded-percentages.ts";
import type { EnvironmentSnapshots } from "../snapshots/environment-snapshots.ts";
import type { Snapshot } from "../snapshots/snapshot.ts";
import type { CheckInputs } from "../toggles/actor-check.ts";
import type { Actor } from "../toggles/actor-context.ts";
import type { GateInputs } from "../toggles/actor-gates.ts";
import { checkPrice } from "../toggles/check-price.ts";
import type { CompiledExpressions } from "../toggles/compiled-expressions.ts";
import type { GateChange } from "../toggles/gate-change.ts";
import { ListCheck } from "../toggles/list-check.ts";
import type { Toggle } from "../toggles/toggle.ts";
import type { Writer } from "../writer/writer.ts";
import { allowedImportSteps, isAllowedGroup } from "./allowed-import-steps.ts";
import { type Comparison, compareEnvironments } from "./compare-environments.ts";
import type { AskGroup } from "./group-predicates.ts";
import { isLargeEnvironment } from "./large-checks.ts";
import { type ImportPreview, summarizeImport } from "./summarize-import.ts";

/** The inputs of all checks; groups are asked with the id of the request. */
export type ServiceCheckInputs = Omit<GateInputs, "isInGroup"> & { readonly isInGroup?: AskGroup };

export interface FeatureServiceOptions {
  readonly writer: Writer;
  readonly snapshots: EnvironmentSnapshots;
  readonly groupPolicy: GroupPolicy;
  /** The inputs of checks, which find other features in the snapshot of the caller's environment. */
  readonly checkInputs: ServiceCheckInputs;
  /** Keeps compiled expressions of all environments. */
  readonly expressions: CompiledExpressions;
  /** With it, decimals of percentages are rounded; without it they are refused. */
  readonly onPercentagesRounded?: OnPercentagesRounded | undefined;
}

/**
 * Reads, changes and checks features (docs/api.md#features, #gate-routes, #actor-check). Reads use
 * memory only. Writes resolve when they are durable.
 */
export class FeatureService {
  readonly #options: FeatureServiceOptions;
  readonly #isLarge = memoizeLatest(isLargeEnvironment);
  #evaluationCount = 0;

  constructor(options: FeatureServiceOptions) {
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

  create(caller: Caller, key: string): Promise<void> {
    return this.#submit(caller, (draft) => {
      ensureFeature(draft, caller, key);
    });
  }

  remove(caller: Caller, key: string): Promise<void> {
    return this.#submit(caller, (draft) => removeFeature(draft, caller, key));
  }

  clear(caller: Caller, key: string): Promise<void> {
    return this.#submit(caller, (draft) => clearFeature(draft, caller, key));
  }

  /**
   * Changes a gate, and creates the feature before if it is missing. `allowsAnyGroup` is the
   * request's parameter `allow_unregistered_groups`. Throws `group_not_registered`, and then
   * creates nothing.
   */
  change(
    caller: Caller,
    key: string,
    change: GateChange,
    options: { readonly allowsAnyGroup?: boolean } = {},
  ): Promise<Toggle> {
    return this.#submit(caller, (draft) => {
      if (change.action === "enable_group") {
        const allowsUnregistered = options.allowsAnyGroup === true;
        this.#options.groupPolicy(draft, caller, change.value, allowsUnregistered);
      }
      return changeFeature(draft, caller, ensureFeature(draft, caller, key), change);
    });
  }

  /**
   * Makes several changes in one command, in order: all of them or none. As `change` otherwise; the
   * message of a refused group names the place of its change.
   */
  changeEach(
    caller: Caller,
    key: string,
    changes: readonly GateChange[],
    options: { readonly allowsAnyGroup?: boolean } = {},
  ): Promise<Toggle> {
    const { writer, groupPolicy } = this.#options;
    const allowsUnregistered = options.allowsAnyGroup === true;
    return writer.submitInSteps(function* (draft) {
      requireValidCaller(draft, caller);
      const feature = ensureFeature(draft, caller, key);
      const prepare = (change: GateChange, index: number) => {
        if (change.action === "enable_group") {
          atPlace(`changes[${index}]`, () =>
            groupPolicy(draft, caller, change.value, allowsUnregistered),
          );
        }
      };
      return yield* changeFeatureEach(draft, caller, feature, { changes, prepare });
    });
  }

  get onPercentagesRounded(): OnPercentagesRounded | undefined {
    return this.#options.onPercentagesRounded;
  }

  /**
   * The rules for one import of the caller by the state of now. They refuse it while it is read, so
   * that little of it is in memory; `import` decides by the state of its commit.
   */
  importRules(caller: Caller): ImportRules {
    const { groupPolicy, checkInputs, writer, onPercentagesRounded } = this.#options;
    const draft = new Draft(writer.state, checkInputs.now());
    const size = new ImportSize(writer.state, caller);
    return {
      ...noImportRules,
      allowsGroup: (group) => isAllowedGroup(() => groupPolicy(draft, caller, group, true)),
      addFeature: (key, gates) => size.add(key, gates),
      onPercentagesRounded,
    };
  }

  /**
   * Makes the caller's environment equal to an import. Allows unregistered groups, as clients do
   * that send an import. Throws `import_invalid` for a group that may not be enabled.
   */
  import(caller: Caller, features: ImportedFeatures): Promise<void> {
    const { writer, groupPolicy } = this.#options;
    return writer.submitInSteps((draft) =>
      allowedImportSteps(draft, caller, features, groupPolicy),
    );
  }

  /** How many results of features were answered in checks since the start. */
  get evaluationCount(): number {
    return this.#evaluationCount;
  }

  /** Whether the host's program decides about groups, and so about results. */
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
    return new ListCheck(actors, this.checkInputs(caller, declared, requestIdOf));
  }

  /** What a check of these toggles costs for each actor (`checkPrice`), in steps. */
  priceOfCheck(caller: Caller, toggles: readonly Toggle[]): Generator<void, number> {
    const snapshot = this.snapshot(caller);
    return checkPrice(toggles, {
      find: (key) => snapshot.find(key),
      all: () => snapshot.eachToggle(),
      expressions: this.#options.expressions,
    });
  }

  /** What checks in the caller's environment need beside actors and toggles. */
  checkInputs(
    caller: Caller,
    declared: DeclaredGroups,
    requestIdOf: (() => string | null) | undefined,
  ): CheckInputs {
    const snapshot = this.snapshot(caller);
    const { checkInputs, expressions } = this.#options;
    const { isInGroup } = checkInputs;
    return {
      find: (key) => snapshot.find(key),
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

  /**
   * What an import would do, from the state of now; rejects as the import would. It does what the
   * import does, on a draft that is never committed.
   */
  async previewImport(caller: Caller, features: ImportedFeatures): Promise<ImportPreview> {
    const { writer, groupPolicy, checkInputs } = this.#options;
    const draft = new Draft(writer.state, checkInputs.now());
    await inSlices(allowedImportSteps(draft, caller, features, groupPolicy));
    return inSlices(summarizeImport(draft.changes, features));
  }

  /** Compares the gates in force in two environments of one project. */
  compare(left: Environment, right: Environment): Promise<Comparison> {
    const { snapshots, writer } = this.#options;
    return inSlices(compareEnvironments(snapshots, writer.state, left, right));
  }

  #submit<Answer>(caller: Caller, command: (draft: Draft) => Answer): Promise<Answer> {
    return this.#options.writer.submit((draft) => {
      requireValidCaller(draft, caller);
      return command(draft);
    });
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
