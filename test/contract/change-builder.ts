import type { Map as ImmutableMap } from "immutable";
import type { Gates } from "../../src/core/evaluation/gates.ts";
import { auditActions } from "../../src/core/model/audit.ts";
import type {
  AccountChange,
  Change,
  GovernanceChange,
  WebhookChange,
} from "../../src/core/model/change.ts";
import { longevities } from "../../src/core/model/feature.ts";
import { roles } from "../../src/core/model/role.ts";
import type { EntityKind, State } from "../../src/core/model/state.ts";
import { accountChange, someKeys } from "./account-changes.ts";
import { governanceChange } from "./governance-changes.ts";
import * as noun from "./sample-entities.ts";
import { signOnChange } from "./sign-on-changes.ts";
import { webhookChange } from "./webhook-changes.ts";

type ReplicaChangeKind = "replica.saved" | "replica.removed";

/** A planned change; its numbers select from the entities that exist when it is built. */
export interface PlannedChange {
  readonly kind: Change["kind"];
  readonly picks: readonly number[];
  readonly isNew: boolean;
  readonly text: string;
  readonly gates: Gates;
}

/** Builds the change of a plan for a state; null if there is nothing to change. */
export class ChangeBuilder {
  readonly #state: State;
  readonly #plan: PlannedChange;
  readonly #nth: number;

  /** `nth` counts the changes of a sequence. */
  constructor(state: State, plan: PlannedChange, nth: number) {
    this.#state = state;
    this.#plan = plan;
    this.#nth = nth;
  }

  change(): Change | null {
    const { kind, text: name, picks } = this.#plan;
    const projectId = this.#one(this.#state.projects, 0).id;
    switch (kind) {
      case "organization.saved": {
        const id = this.#id("organization", this.#one(this.#state.organizations, 0).id);
        const planOverrides = { auditEventsMax: this.#pick(0), tokensPerEnvironmentMax: 3 };
        return { kind, organization: noun.organization(id, { name, plan: "team", planOverrides }) };
      }
      case "project.saved": {
        const organizationId = this.#one(this.#state.organizations, 1).id;
        const known = this.#plan.isNew ? { organizationId } : this.#one(this.#state.projects, 0);
        const id = this.#id("project", projectId);
        return {
          kind,
          project: noun.project(id, { ...known, id, name, isStrictAboutGroups: true }),
        };
      }
      case "user.saved":
        return { kind, user: noun.user(this.#id("user", this.#userId(0)), { name }) };
      case "organization.member_saved":
      case "organization.member_removed": {
        const { id: organizationId } = this.#one(this.#state.organizations, 0);
        const role = roles[this.#pick(2) % roles.length] ?? "viewer";
        return { kind, organizationId, userId: this.#userId(1), role };
      }
      case "project.member_added":
      case "project.member_removed":
        return { kind, projectId, userId: this.#userId(1) };
      case "group.added":
      case "group.removed":
        return { kind, projectId, name };
      case "password.saved":
      case "sign_in_link.saved":
      case "sign_in_link.removed":
      case "session.saved":
      case "sessions.ended":
      case "passkey.saved":
      case "passkey.removed":
      case "personal_token.saved":
      case "personal_tokens.removed":
      case "credentials.removed":
        return accountChange(this.#state, { kind, userId: this.#userId(0), name, picks });
      case "webhook.saved":
      case "webhook.deleted":
      case "webhook.progressed":
      case "webhook_delivery.recorded":
      case "webhook_events.recorded":
      case "webhook_events.removed": {
        const environmentId = this.#one(this.#state.environments, 1).id;
        const plan = { kind, environmentId, name, pick: this.#pick(2), nth: this.#nth };
        return webhookChange(this.#state, plan);
      }
      case "policy.saved":
      case "policy.removed":
      case "request.saved":
      case "rollout.saved":
      case "comment.saved":
      case "comment.edited":
      case "comment.deleted": {
        const environmentId = this.#one(this.#state.environments, 1).id;
        const plan = { kind, environmentId, name, pick: this.#pick(2), isNew: this.#plan.isNew };
        return governanceChange(this.#state, plan);
      }
      case "view.saved":
        return { kind, view: noun.view(`${projectId}-${this.#pick(1) % 5}`, { projectId, name }) };
      case "view.removed":
        return { kind, viewId: this.#state.views.keySeq().first() ?? "none" };
      case "key.retired":
        return { kind, retired: noun.retiredKey(name, { projectId, reason: name }) };
      case "key.freed":
        return {
          kind,
          projectId,
          key: this.#state.retiredKeys.get(projectId)?.keySeq().first() ?? name,
        };
      case "project.retires_keys":
        return { kind, projectId, isOn: this.#pick(1) % 2 === 0 };
      case "sign_on.saved":
      case "sign_on.removed":
        return signOnChange(this.#state, { kind, userId: this.#userId(0), name, picks });
      case "replica.saved": {
        const id = this.#id("replica", this.#state.replicas.first()?.id ?? 1);
        return { kind, replica: { id, name, hash: `replica-${id}`, createdAt: 11_000 } };
      }
      case "replica.removed":
        return { kind, replicaId: this.#state.replicas.first()?.id ?? 1 };
      case "clock.marked":
        return { kind, mark: { seenAt: this.#pick(0), jumpedHours: this.#pick(1) } };
      case "revision.advanced":
        return { kind, projectId, revision: this.#nextRevision(projectId) };
      default:
        return this.#inEnvironment(kind, projectId);
    }
  }

  #inEnvironment(
    kind: Exclude<
      Change["kind"],
      | "revision.advanced"
      | "clock.marked"
      | ReplicaChangeKind
      | AccountChange["kind"]
      | WebhookChange["kind"]
      | GovernanceChange["kind"]
    >,
    projectId: number,
  ): Change | null {
    const environment = this.#one(this.#state.environments, 1);
    switch (kind) {
      case "environment.created":
        return { kind, environment: this.#newEnvironment(projectId) };
      case "environment.deleted":
        return environment.kind === "production" ? null : { kind, environmentId: environment.id };
      case "token.saved":
        return { kind, token: this.#token(environment.id) };
      case "tokens.used":
        return { kind, hashes: someKeys(this.#state.tokens, this.#pick(0)), usedAt: this.#pick(2) };
      case "audit.recorded":
        return { kind, audit: this.#audit(environment.id) };
      case "audits.recorded": {
        const { value, ...shared } = this.#audit(environment.id);
        return { kind, audits: { ...shared, values: [value, null, "again"] } };
      }
      case "audits.removed":
        return { kind, environmentId: environment.id, through: this.#pick(2) % 4 };
      case "feature.saved":
        return this.#saveFeature(projectId);
      default:
        return this.#ofFeature(kind, environment.id, environment.projectId);
    }
  }

  #ofFeature(kind: Change["kind"], environmentId: number, projectId: number): Change | null {
    const features = this.#state.features.get(projectId);
    if (features === undefined || features.isEmpty()) {
      return null;
    }
    const feature = this.#one(features, 2);
    switch (kind) {
      case "feature.removed":
        return { kind, feature };
      case "override.dropped":
        return { kind, environmentId, feature };
      case "gates.written": {
        const before = this.#state.toggles.get(environmentId)?.get(feature.key)?.gates ?? null;
        return { kind, environmentId, feature, before, after: this.#plan.gates };
      }
      default:
        return null;
    }
  }

  #saveFeature(projectId: number): Change {
    const known = this.#state.features.get(projectId)?.get(this.#plan.text);
    const described = {
      description: this.#plan.text,
      longevity: longevities[this.#pick(1) % longevities.length] ?? null,
      tags: [...this.#plan.gates.groups],
      ownerId: this.#userId(2),
    };
    const fresh = noun.feature(this.#next("feature"), {
      projectId,
      key: this.#plan.text,
      creatorId: this.#userId(1),
    });
    return { kind: "feature.saved", feature: { ...(known ?? fresh), ...described } };
  }

  #newEnvironment(projectId: number) {
    return noun.environment(this.#next("environment"), {
      projectId,
      name: this.#plan.text,
      kind: this.#state.productions.has(projectId) ? "custom" : "production",
      memberId: this.#plan.isNew ? this.#userId(2) : null,
      creatorTokenId: this.#plan.isNew ? this.#pick(2) : null,
    });
  }

  #token(environmentId: number) {
    const known =
      this.#plan.isNew || this.#state.tokens.isEmpty() ? null : this.#one(this.#state.tokens, 2);
    return known === null
      ? noun.token(this.#next("token"), { environmentId, name: this.#plan.text, isPreview: true })
      : { ...known, name: this.#plan.text, revokedAt: this.#pick(2) };
  }

  #audit(environmentId: number) {
    return noun.audit({
      environmentId,
      actor: { type: "Token", id: this.#plan.text },
      action: auditActions[this.#pick(2) % auditActions.length] ?? "mirror",
      featureKey: this.#plan.text,
      value: this.#plan.isNew ? this.#plan.text : null,
    });
  }

  #nextRevision(projectId: number): number {
    return (this.#state.revisions.get(projectId) ?? 0) + 1 + this.#pick(2);
  }

  #userId(place: number): number {
    return this.#one(this.#state.users, place).id;
  }

  #id(name: EntityKind, known: number): number {
    return this.#plan.isNew ? this.#next(name) : known;
  }

  #next(name: EntityKind): number {
    return this.#state.lastIds[name] + 1;
  }

  #pick(place: number): number {
    return this.#plan.picks[place] ?? 0;
  }

  #one<Value>(
    values: ImmutableMap<number, Value> | ImmutableMap<string, Value>,
    place: number,
  ): Value {
    const list = [...values.values()];
    const value = list[this.#pick(place) % list.length];
    if (value === undefined) {
      throw new Error("There is no entity to select");
    }
    return value;
  }
}
