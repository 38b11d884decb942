import { atPlace, GatehouseError } from "../../core/errors.ts";
import type { GateChange } from "../../core/evaluation/gate-change.ts";
import { gateTags, seenTagOf } from "../../core/evaluation/gate-tags.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature } from "../../core/model/feature.ts";
import { effectiveToggle, findFeature, productionOf } from "../../core/model/state-lookups.ts";
import type { OnPercentagesRounded } from "../../core/percentages/rounded-percentages.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
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
import type { GroupPolicy } from "../commands/group-policy.ts";
import type { ImportedFeatures } from "../commands/import-commands.ts";
import { ImportSize } from "../commands/import-size.ts";
import type { MemberChange } from "../commands/member-changes.ts";
import { memberIdOf } from "../commands/member-commands.ts";
import { mirrorFeature } from "../commands/mirror-commands.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import { type ImportRules, noImportRules } from "../imports/imported-gates.ts";
import type { Writer } from "../writer/writer.ts";
import { allowedImportSteps, countedImportSteps, isAllowedGroup } from "./allowed-import-steps.ts";
import {
  type ChangeChecks,
  type ChangeOptions,
  checkChange,
  existingFeature,
} from "./change-checks.ts";
import { type ChangedMembers, changeCheckedMembers } from "./change-members.ts";
import { FeatureReads, type FeatureReadsOptions } from "./feature-reads.ts";
import type { ImportPreview } from "./summarize-import.ts";

export interface FeatureServiceOptions extends FeatureReadsOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** If set, decimals of percentages are rounded; otherwise they are refused. */
  readonly onPercentagesRounded?: OnPercentagesRounded | undefined;
}

/** A feature after changes, and whether they created it. */
export interface ChangedFeature {
  readonly toggle: Toggle;
  readonly isNew: boolean;
}

type TypedKey = Pick<ChangeChecks, "typed">;

const confirmed: ReadonlySet<GateChange["action"]> = new Set(["enable", "disable", "clear"]);

/**
 * Reads, checks and changes features (docs/api.md#features, #gate-routes, #actor-check). Changes
 * resolve when they are durable.
 */
export class FeatureService extends FeatureReads {
  readonly #options: FeatureServiceOptions;

  constructor(options: FeatureServiceOptions) {
    super(options);
    this.#options = options;
  }

  /** Creates the feature unless it exists. */
  create(caller: Caller, key: string): Promise<Toggle> {
    return this.#submit(caller, (draft) => {
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
   * Production. Without them, does nothing for an unknown feature.
   */
  remove(caller: Caller, key: string, checks?: TypedKey): Promise<void> {
    return this.#submit(caller, (draft) => {
      const environment = productionOf(draft.state, caller.environment.projectId);
      if (checks !== undefined) {
        existingFeature(draft, caller, key);
        requireTyped({ environment }, key, checks.typed);
      }
      removeFeature(draft, { ...caller, environment }, key);
    });
  }

  /** Sets every gate to its default; does nothing for an unknown feature. */
  clear(caller: Caller, key: string): Promise<void> {
    return this.#submit(caller, (draft) => clearFeature(draft, caller, key));
  }

  /**
   * Changes a gate. Rejects with `group_not_registered`, and with the refusals of `checks`; then it
   * creates nothing.
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
      if (checks !== undefined && confirmed.has(change.action)) {
        requireTyped(caller, key, checks.typed);
      }
      if (change.action === "enable_group") {
        this.#options.groupPolicy(draft, caller, change.value, allowsAnyGroup);
      }
      const feature = ensureFeature(draft, caller, key);
      const toggle = changeFeature(draft, caller, feature, change);
      checkAfter(toggle.gates);
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
    return writer.submitInSteps(function* (draft) {
      requireValidCaller(draft, caller);
      const tagOf = (gates: Gates) => gateTags(gates).all;
      const checkAfter = checkChange(draft, caller, key, { checks, tagOf });
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
    });
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
    return writer.submitInSteps((draft) =>
      changeCheckedMembers(draft, caller, key, change, { groupPolicy, allowsAnyGroup, typed }),
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
    return writer.submitInSteps(function* (draft) {
      requireValidCaller(draft, caller);
      const feature = existingFeature(draft, caller, key);
      requireTyped(caller, key, typed);
      return yield* copyGates(draft, caller, { feature, from, groupPolicy });
    });
  }

  get onPercentagesRounded(): OnPercentagesRounded | undefined {
    return this.#options.onPercentagesRounded;
  }

  /**
   * The rules for one import of the caller, from the current state. They refuse it while it is
   * read, so that little of it is in memory; `import` decides by the state of its commit.
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
   * Replaces the caller's environment by an import. Allows unregistered groups, as clients do that
   * send an import. Throws `import_invalid` for a group that may not be enabled.
   */
  import(caller: Caller, features: ImportedFeatures): Promise<void> {
    const { writer, groupPolicy } = this.#options;
    return writer.submitInSteps((draft) =>
      allowedImportSteps(draft, caller, features, groupPolicy),
    );
  }

  /** As `import`, and resolves with the changes of its commit. */
  importAndCount(caller: Caller, features: ImportedFeatures): Promise<ImportPreview> {
    const { writer, groupPolicy } = this.#options;
    return writer.submitInSteps((draft) =>
      countedImportSteps(draft, caller, features, groupPolicy),
    );
  }

  /** The changes of an import on a draft that is never committed; rejects as the import would. */
  async previewImport(caller: Caller, features: ImportedFeatures): Promise<ImportPreview> {
    const { writer, groupPolicy, checkInputs } = this.#options;
    const draft = new Draft(writer.state, checkInputs.now());
    return inSlices(countedImportSteps(draft, caller, features, groupPolicy));
  }

  #submit<Answer>(caller: Caller, command: (draft: Draft) => Answer): Promise<Answer> {
    return this.#options.writer.submit((draft) => {
      requireValidCaller(draft, caller);
      return command(draft);
    });
  }
}
