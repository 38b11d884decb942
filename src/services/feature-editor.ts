import { requireTyped, requireTypedIfNoticed } from "../commands/confirmation.ts";
import {
  changeFeature,
  changeFeatureEach,
  ensureFeature,
  removeFeature,
} from "../commands/feature-commands.ts";
import { type Description, describeFeature } from "../commands/feature-description.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { replaceGates } from "../commands/import-commands.ts";
import { changeMembers, type MemberChange } from "../commands/member-changes.ts";
import { memberOfEmail } from "../commands/member-commands.ts";
import { mirrorFeature } from "../commands/mirror-commands.ts";
import { projectLimits, refuseTooManyActors, withinQuotasInSteps } from "../commands/quotas.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import { atPlace, GatehouseError } from "../errors.ts";
import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";
import type { Environment } from "../model/environment.ts";
import type { Feature } from "../model/feature.ts";
import { organizationOf } from "../model/project-organization.ts";
import { effectiveToggle, findFeature, productionOf } from "../model/state-lookups.ts";
import { quote } from "../text/quote.ts";
import type { GateChange } from "../toggles/gate-change.ts";
import { gateTags, seenTagOf } from "../toggles/gate-tags.ts";
import { contains } from "../toggles/sorted-set.ts";
import type { Toggle } from "../toggles/toggle.ts";
import type { Writer } from "../writer/writer.ts";

/** What a change from a page carries beside the change. */
export interface ChangeChecks {
  /** The tag of what the page showed (`seenTagOf`); another one now: `gate_changed`. */
  readonly seen?: string | undefined;
  /** The feature's key as it was typed, for changes in Production that ask for it. */
  readonly typed?: string | undefined;
}

interface MemberChangeChecks extends Pick<ChangeChecks, "typed"> {
  readonly allowsAnyGroup?: boolean;
}

export interface FeatureEditorOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
}

/** How many members a change really added and removed: others were there, or were not. */
export interface ChangedMembers {
  readonly toggle: Toggle;
  readonly added: number;
  readonly removed: number;
}

const confirmed: ReadonlySet<GateChange["action"]> = new Set(["enable", "disable", "clear"]);

/**
 * Changes of single features from pages, by the rules of all gate writes. Reject with
 * `feature_not_found` for an unknown feature, and as every change.
 */
export class FeatureEditor {
  readonly #options: FeatureEditorOptions;

  constructor(options: FeatureEditorOptions) {
    this.#options = options;
  }

  /** Rejects with `gate_changed` and `confirmation_required`. */
  change(
    caller: Caller,
    key: string,
    change: GateChange,
    { seen, typed }: ChangeChecks = {},
  ): Promise<Toggle> {
    return this.#submit(caller, (draft) => {
      const feature = requireFeature(draft, caller, key);
      const { gates: before } = effectiveToggle(draft.state, caller.environment, key);
      if (seen !== undefined && seenTagOf(before, change) !== seen) {
        throw new GatehouseError("gate_changed");
      }
      if (confirmed.has(change.action)) {
        requireTyped(caller, key, typed);
      }
      if (change.action === "enable_group") {
        this.#options.groupPolicy(draft, caller, change.value, false);
      }
      const changed = changeFeature(draft, caller, feature, change);
      const gates = { before, after: changed.gates, now: draft.now };
      requireTypedIfNoticed(caller, key, typed, gates);
      return changed;
    });
  }

  /**
   * Makes several changes in one command, in order: all of them or none. `seen` is the tag of all
   * gates. Rejects as `change` does; the message of a refused group names the index of its change.
   */
  changeEach(
    caller: Caller,
    key: string,
    changes: readonly GateChange[],
    { seen, typed, allowsAnyGroup = false }: ChangeChecks & MemberChangeChecks = {},
  ): Promise<Toggle> {
    const { writer, groupPolicy } = this.#options;
    return writer.submitInSteps(function* (draft) {
      requireValidCaller(draft, caller);
      const feature = requireFeature(draft, caller, key);
      const { gates: before } = effectiveToggle(draft.state, caller.environment, key);
      if (seen !== undefined && gateTags(before).all !== seen) {
        throw new GatehouseError("gate_changed");
      }
      const prepare = (change: GateChange, index: number) => {
        if (change.action === "enable_group") {
          atPlace(`changes[${index}]`, () =>
            groupPolicy(draft, caller, change.value, allowsAnyGroup),
          );
        }
      };
      const toggle = yield* changeFeatureEach(draft, caller, feature, { changes, prepare });
      const gates = { before, after: toggle.gates, now: draft.now };
      requireTypedIfNoticed(caller, key, typed, gates);
      return toggle;
    });
  }

  /**
   * Adds and removes several actors or groups in one command. `allowsAnyGroup` allows groups that
   * are not registered, where the policy leaves that to the request. Rejects with
   * `confirmation_required`.
   */
  changeMembers(
    caller: Caller,
    key: string,
    change: MemberChange,
    { allowsAnyGroup = false, typed }: MemberChangeChecks = {},
  ): Promise<ChangedMembers> {
    const { writer, groupPolicy } = this.#options;
    return writer.submitInSteps(function* (draft) {
      requireValidCaller(draft, caller);
      const feature = requireFeature(draft, caller, key);
      const { gates: before } = effectiveToggle(draft.state, caller.environment, key);
      if (change.gate === "groups") {
        for (const group of change.add) {
          groupPolicy(draft, caller, group, allowsAnyGroup);
        }
      }
      const toggle = yield* changeMembers(draft, caller, feature, change);
      const gates = { before, after: toggle.gates, now: draft.now };
      requireTypedIfNoticed(caller, key, typed, gates);
      const known = before[change.gate];
      const added = new Set(change.add.filter((member) => !contains(known, member))).size;
      const removed = known.length + added - toggle.gates[change.gate].length;
      return { toggle, added, removed };
    });
  }

  /** Creates the feature unless it exists. */
  create(caller: Caller, key: string): Promise<Toggle> {
    return this.#submit(caller, (draft) => {
      ensureFeature(draft, caller, key);
      return effectiveToggle(draft.state, caller.environment, key);
    });
  }

  /**
   * Removes the feature from every environment; audited in Production, where it can be taken back.
   * Rejects with `confirmation_required`, as it concerns Production always.
   */
  remove(caller: Caller, key: string, { typed }: ChangeChecks = {}): Promise<void> {
    return this.#submit(caller, (draft) => {
      requireFeature(draft, caller, key);
      const environment = productionOf(draft.state, caller.environment.projectId);
      requireTyped({ environment }, key, typed);
      removeFeature(draft, { ...caller, environment }, key);
    });
  }

  /**
   * `owner` is the e-mail address of a member, or null for none; instead of an `ownerId`. Rejects
   * with `parameter_invalid` for somebody else.
   */
  describe(
    caller: Caller,
    key: string,
    changed: Partial<Description>,
    owner?: string | null,
  ): Promise<Feature> {
    return this.#submit(caller, (draft) => {
      const feature = requireFeature(draft, caller, key);
      const owned = owner === undefined ? {} : { ownerId: memberIdOf(draft, caller, owner) };
      return describeFeature(draft, feature, { ...changed, ...owned });
    });
  }

  /** Drops the environment's own gates, so that the feature follows Production again. */
  mirror(caller: Caller, key: string): Promise<Toggle> {
    return this.#submit(caller, (draft) => {
      const feature = requireFeature(draft, caller, key);
      if (caller.environment.kind === "production") {
        throw new GatehouseError("parameter_invalid", "Production cannot follow itself");
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
    { typed }: ChangeChecks = {},
  ): Promise<Toggle> {
    const { writer, groupPolicy } = this.#options;
    const { environment } = caller;
    return writer.submitInSteps(function* (draft) {
      requireValidCaller(draft, caller);
      const feature = requireFeature(draft, caller, key);
      requireTyped(caller, key, typed);
      const before = draft.state;
      if (before.environments.get(from.id)?.projectId !== environment.projectId) {
        throw new GatehouseError("parameter_invalid", "There is no such environment to copy from");
      }
      const { gates } = effectiveToggle(before, from, key);
      const current = effectiveToggle(before, environment, key).gates;
      for (const group of gates.groups) {
        groupPolicy(draft, caller, group, true);
      }
      refuseTooManyActors(projectLimits(before, environment.projectId), current, gates);
      const work = replaceGates(draft, caller, { before, feature, gates });
      yield* withinQuotasInSteps(draft, environment, work);
      return effectiveToggle(draft.state, environment, key);
    });
  }

  #submit<Answer>(caller: Caller, command: (draft: Draft) => Answer): Promise<Answer> {
    return this.#options.writer.submit((draft) => {
      requireValidCaller(draft, caller);
      return command(draft);
    });
  }
}

function requireFeature({ state }: Draft, { environment }: Caller, key: string): Feature {
  const feature = findFeature(state, environment.projectId, key);
  if (feature === undefined) {
    throw new GatehouseError("feature_not_found");
  }
  return feature;
}

function memberIdOf({ state }: Draft, { environment }: Caller, email: string | null) {
  if (email === null) {
    return null;
  }
  const member = memberOfEmail(state, organizationOf(state, environment.projectId), email);
  if (member === undefined) {
    throw new GatehouseError(
      "parameter_invalid",
      `owner: ${quote(email)} is not a member of the organization`,
    );
  }
  return member.id;
}
