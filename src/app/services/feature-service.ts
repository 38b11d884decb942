import { atPlace, GatehouseError } from "../../core/errors.ts";
import type { GateChange } from "../../core/evaluation/gate-change.ts";
import { gateTags, seenTagOf } from "../../core/evaluation/gate-tags.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature } from "../../core/model/feature.ts";
import { effectiveToggle, findFeature, productionOf } from "../../core/model/state-lookups.ts";
import { requireTyped } from "../commands/confirmation.ts";
import { copyGates } from "../commands/copy-gates.ts";
import {
  changeFeature,
  changeFeatureEach,
  clearFeature,
  ensureFeature,
  removeFeature,
} from "../commands/feature-commands.ts";
import { type Description, describeFeature } from "../commands/feature-description.ts";
import type { MemberChange } from "../commands/member-changes.ts";
import { memberIdOf } from "../commands/member-commands.ts";
import { mirrorFeature } from "../commands/mirror-commands.ts";
import { runAs, runInStepsAs } from "../commands/permit-changes.ts";
import { type Retires, retiredToggle } from "../commands/retired-commands.ts";
import {
  type ChangeChecks,
  type ChangeOptions,
  checkChange,
  existingFeature,
} from "./change-checks.ts";
import { type ChangedMembers, changeCheckedMembers } from "./change-members.ts";
import { FeatureImports, type FeatureServiceOptions } from "./feature-imports.ts";

/** A feature after changes, and whether they created it. */
export interface ChangedFeature {
  readonly toggle: Toggle;
  readonly isNew: boolean;
}

type TypedKey = Pick<ChangeChecks, "typed">;

interface RemovalChecks extends TypedKey {
  readonly retires?: Retires;
}

const confirmed: ReadonlySet<GateChange["action"]> = new Set(["enable", "disable", "clear"]);

/**
 * Reads, checks and changes features (docs/api.md#features, #gate-routes, #actor-check). Changes
 * resolve when they are durable.
 */
export class FeatureService extends FeatureImports {
  readonly #options: FeatureServiceOptions;

  constructor(options: FeatureServiceOptions) {
    super(options);
    this.#options = options;
  }

  /** Creates the feature unless it exists or its key is retired; then it is closed. */
  create(caller: Caller, key: string): Promise<Toggle> {
    return this.#submit(caller, (draft) => {
      const retired = retiredToggle(draft.state, caller, key);
      if (retired !== null) {
        return retired;
      }
      ensureFeature(draft, caller, key);
      return effectiveToggle(draft.state, caller.environment, key);
    });
  }

  /**
   * As `create`, with a description. Resolves with whether the feature was missing; rejects with
   * `feature_exists` if it must be new. An existing feature stays unchanged.
   */
  createDescribed(
    caller: Caller,
    key: string,
    described: Partial<Description>,
    mayExist: boolean,
  ): Promise<boolean> {
    return this.#submit(caller, (draft) => {
      if (findFeature(draft.state, caller.environment.projectId, key) !== undefined) {
        if (!mayExist) {
          throw new GatehouseError("feature_exists", { place: "key" });
        }
        return false;
      }
      const feature = ensureFeature(draft, caller, key);
      if (Object.keys(described).length > 0) {
        describeFeature(draft, feature, described);
      }
      return true;
    });
  }

  /**
   * Removes the feature from every environment; audited in Production, where it can be undone. With
   * checks, rejects with `feature_not_found` and `confirmation_required`, as it always affects
   * Production. Without them, does nothing for an unknown feature. Retires the key if `checks` or the
   * project says so.
   */
  remove(caller: Caller, key: string, checks?: RemovalChecks): Promise<void> {
    return this.#submit(caller, (draft) => {
      const environment = productionOf(draft.state, caller.environment.projectId);
      if (checks !== undefined) {
        existingFeature(draft, caller, key);
      }
      removeFeature(draft, { ...caller, environment }, key, checks?.retires);
      if (checks !== undefined) {
        requireTyped({ environment }, key, checks.typed);
      }
    });
  }

  /** Sets every gate to its default; does nothing for an unknown feature. */
  clear(caller: Caller, key: string): Promise<void> {
    return this.#submit(caller, (draft) => clearFeature(draft, caller, key));
  }

  /**
   * Changes a gate. Rejects with `group_not_registered`, `feature_retired`, and with the refusals of
   * `checks`; then it creates nothing. A retired key stays without a feature.
   */
  change(
    caller: Caller,
    key: string,
    change: GateChange,
    { allowsAnyGroup = false, checks }: ChangeOptions = {},
  ): Promise<Toggle> {
    return this.#submit(caller, (draft) => {
      const tagOf = (gates: Gates) => seenTagOf(gates, change);
      const checkAfter = checkChange(draft, caller, key, { checks, tagOf });
      if (change.action === "enable_group") {
        this.#options.groupPolicy(draft, caller, change.value, allowsAnyGroup);
      }
      const retired = retiredToggle(draft.state, caller, key, [change]);
      if (retired !== null) {
        return retired;
      }
      const feature = ensureFeature(draft, caller, key);
      const toggle = changeFeature(draft, caller, feature, change);
      checkAfter(toggle.gates);
      if (checks !== undefined && confirmed.has(change.action)) {
        requireTyped(caller, key, checks.typed);
      }
      return toggle;
    });
  }

  /**
   * Applies several changes in one command, in order: all or none. `checks.seen` is the tag of all
   * gates. Rejects as `change`; the message of a refused group names the index of its change.
   */
  changeEach(
    caller: Caller,
    key: string,
    changes: readonly GateChange[],
    { allowsAnyGroup = false, checks }: ChangeOptions = {},
  ): Promise<ChangedFeature> {
    const { writer, groupPolicy } = this.#options;
    const work = function* (draft: Draft): Generator<void, ChangedFeature> {
      const tagOf = (gates: Gates) => gateTags(gates).all;
      const checkAfter = checkChange(draft, caller, key, { checks, tagOf });
      const retired = retiredToggle(draft.state, caller, key, changes);
      if (retired !== null) {
        return { toggle: retired, isNew: false };
      }
      const isNew = findFeature(draft.state, caller.environment.projectId, key) === undefined;
      const feature = ensureFeature(draft, caller, key);
      const prepare = (change: GateChange, index: number) => {
        if (change.action === "enable_group") {
          atPlace(`changes[${index}]`, () =>
            groupPolicy(draft, caller, change.value, allowsAnyGroup),
          );
        }
      };
      const toggle = yield* changeFeatureEach(draft, caller, feature, { changes, prepare });
      checkAfter(toggle.gates);
      return { toggle, isNew };
    };
    return writer.submitInSteps((draft) => runInStepsAs(draft, caller, work(draft)));
  }

  /**
   * Adds and removes several actors or groups of a feature in one command. Rejects with
   * `feature_not_found`, `confirmation_required` and `group_not_registered`.
   */
  changeMembers(
    caller: Caller,
    key: string,
    change: MemberChange,
    { allowsAnyGroup = false, typed }: Pick<ChangeOptions, "allowsAnyGroup"> & TypedKey = {},
  ): Promise<ChangedMembers> {
    const { writer, groupPolicy } = this.#options;
    const checks = { groupPolicy, allowsAnyGroup, typed };
    return writer.submitInSteps((draft) =>
      runInStepsAs(draft, caller, changeCheckedMembers(draft, caller, key, change, checks)),
    );
  }

  /**
   * `owner` is the e-mail address of a member, or null for none; it replaces `ownerId`. Rejects
   * with `parameter_invalid` for a person who is not a member.
   */
  describe(
    caller: Caller,
    key: string,
    changed: Partial<Description>,
    owner?: string | null,
  ): Promise<Feature> {
    return this.#submit(caller, (draft) => {
      const feature = existingFeature(draft, caller, key);
      const owned =
        owner === undefined ? {} : { ownerId: memberIdOf(draft.state, caller.environment, owner) };
      return describeFeature(draft, feature, { ...changed, ...owned });
    });
  }

  /** Drops the environment's own gates, so that the feature follows Production again. */
  mirror(caller: Caller, key: string): Promise<Toggle> {
    return this.#submit(caller, (draft) => {
      const feature = existingFeature(draft, caller, key);
      if (caller.environment.kind === "production") {
        throw new GatehouseError("parameter_invalid", {
          message: "Production cannot follow itself",
        });
      }
      mirrorFeature(draft, caller, feature);
      return effectiveToggle(draft.state, caller.environment, key);
    });
  }

  /** Writes the gates in force in another environment of the project to the caller's. */
  copyGates(
    caller: Caller,
    key: string,
    from: Environment,
    { typed }: TypedKey = {},
  ): Promise<Toggle> {
    const { writer, groupPolicy } = this.#options;
    const work = function* (draft: Draft) {
      const feature = existingFeature(draft, caller, key);
      const toggle = yield* copyGates(draft, caller, { feature, from, groupPolicy });
      requireTyped(caller, key, typed);
      return toggle;
    };
    return writer.submitInSteps((draft) => runInStepsAs(draft, caller, work(draft)));
  }

  #submit<Answer>(caller: Caller, command: (draft: Draft) => Answer): Promise<Answer> {
    return this.#options.writer.submit((draft) => runAs(draft, caller, () => command(draft)));
  }
}
