import type { Change } from "../../core/model/change.ts";
import { stateOfKind } from "../../core/model/environment-state-names.ts";
import type { State } from "../../core/model/state.ts";
import type { Token } from "../../core/model/token.ts";
import type { Batch } from "../storage.ts";
import type { WrittenRows } from "./written-rows.ts";

interface Membership {
  readonly id: number;
  readonly userId: number;
}

/** The rows of organizations, projects, users, environments, tokens and groups that a batch writes. */
export class NetOrganizationRows {
  readonly #organizations = new Set<number>();
  readonly #projects = new Set<number>();
  readonly #revisions = new Set<number>();
  readonly #users = new Set<number>();
  readonly #environments = new Set<number>();
  readonly #tokens = new Set<string>();
  readonly #groups = new Map<string, { readonly projectId: number; readonly name: string }>();
  readonly #organizationMembers = new Map<string, Membership>();
  readonly #projectMembers = new Map<string, Membership>();
  readonly #replicas = new Set<string>();
  readonly #removedReplicas = new Set<number>();
  #isClockMarked = false;

  readonly removedEnvironments = new Set<number>();

  apply(change: Change): void {
    switch (change.kind) {
      case "organization.saved":
        this.#organizations.add(change.organization.id);
        break;
      case "project.saved":
        this.#projects.add(change.project.id);
        break;
      case "revision.advanced":
        this.#revisions.add(change.projectId);
        break;
      case "user.saved":
        this.#users.add(change.user.id);
        break;
      case "environment.created":
        this.#environments.add(change.environment.id);
        break;
      case "environment.deleted":
        this.removedEnvironments.add(change.environmentId);
        break;
      case "token.saved":
        this.#tokens.add(change.token.hash);
        break;
      case "tokens.used":
        for (const hash of change.hashes) {
          this.#tokens.add(hash);
        }
        break;
      case "replica.saved":
        this.#replicas.add(change.replica.hash);
        break;
      case "replica.removed":
        this.#removedReplicas.add(change.replicaId);
        break;
      case "clock.marked":
        this.#isClockMarked = true;
        break;
      default:
        this.#applyMembership(change);
        break;
    }
  }

  #applyMembership(change: Change): void {
    switch (change.kind) {
      case "group.added":
      case "group.removed": {
        const { projectId, name } = change;
        this.#groups.set(`${projectId} ${name}`, { projectId, name });
        break;
      }
      case "organization.member_saved":
      case "organization.member_removed": {
        const { organizationId: id, userId } = change;
        this.#organizationMembers.set(`${id} ${userId}`, { id, userId });
        break;
      }
      case "project.member_added":
      case "project.member_removed": {
        const { projectId: id, userId } = change;
        this.#projectMembers.set(`${id} ${userId}`, { id, userId });
        break;
      }
      default:
        break;
    }
  }

  *rows(batch: Batch): WrittenRows {
    const { after } = batch;
    yield* this.#removalRows(batch);
    for (const id of this.#organizations) {
      const organization = after.organizations.get(id);
      if (organization !== undefined) {
        const { planOverrides, ...shared } = organization;
        yield ["organizations", { ...shared, plan_overrides: JSON.stringify(planOverrides) }];
      }
    }
    for (const id of this.#users) {
      const user = after.users.get(id);
      if (user !== undefined) {
        const { createdAt, ...shared } = user;
        yield ["users", { ...shared, created_at: createdAt }];
      }
    }
    for (const hash of this.#replicas) {
      const replica = after.replicas.get(hash);
      if (replica !== undefined) {
        const { createdAt, ...shared } = replica;
        yield ["replicas", { ...shared, created_at: createdAt }];
      }
    }
    yield* this.#projectRows(after);
    yield* this.#environmentRows(after);
    yield* this.#memberRows(after);
    if (this.#isClockMarked && after.clockMark !== null) {
      const { seenAt, jumpedHours } = after.clockMark;
      yield ["clock", { id: 1, seen_at: seenAt, jumped_hours: jumpedHours }];
    }
  }

  *#removalRows({ before, after }: Batch): WrittenRows {
    for (const id of this.#removedReplicas) {
      yield ["replicas removed", { id }];
    }
    for (const id of this.removedEnvironments) {
      yield ["environments removed", { id }];
    }
    if (after.endedPreviewTokens !== before.endedPreviewTokens) {
      for (const [hash, environmentId] of after.endedPreviewTokens) {
        if (!before.endedPreviewTokens.has(hash)) {
          yield ["preview tokens ended", { hash, environment_id: environmentId }];
        }
      }
    }
  }

  *#projectRows(after: State): WrittenRows {
    for (const id of this.#projects) {
      const project = after.projects.get(id);
      if (project !== undefined) {
        const { organizationId, isStrictAboutGroups, finishedAfterDays, ...rest } = project;
        const { finishedLongevities, ...shared } = rest;
        yield [
          "projects",
          {
            ...shared,
            organization_id: organizationId,
            is_strict_about_groups: isStrictAboutGroups,
            revision: after.revisions.get(id) ?? 0,
            finished_after_days: finishedAfterDays,
            finished_longevities: JSON.stringify(finishedLongevities),
          },
        ];
      }
    }
    for (const id of this.#revisions) {
      if (!this.#projects.has(id)) {
        yield ["revisions", { id, revision: after.revisions.get(id) ?? 0 }];
      }
    }
  }

  *#environmentRows(after: State): WrittenRows {
    for (const id of this.#environments) {
      const environment = after.environments.get(id);
      if (environment !== undefined) {
        const { projectId, kind, createdAt, memberId, creatorTokenId, ...shared } = environment;
        yield [
          "environments",
          {
            ...shared,
            project_id: projectId,
            state: stateOfKind(kind),
            created_at: createdAt,
            member_id: memberId,
            creator_token_id: creatorTokenId,
            last_audit: after.auditSequences.get(id) ?? 0,
          },
        ];
      }
    }
    for (const hash of this.#tokens) {
      const token = after.tokens.get(hash);
      if (token !== undefined) {
        yield ["tokens", tokenRow(token)];
      }
    }
  }

  *#memberRows(after: State): WrittenRows {
    for (const { id, userId } of this.#organizationMembers.values()) {
      const role = after.organizationMembers.get(id)?.get(userId);
      const row = { organization_id: id, user_id: userId };
      yield role === undefined
        ? ["organization members removed", row]
        : ["organization members", { ...row, role }];
    }
    for (const { id, userId } of this.#projectMembers.values()) {
      const isMember = after.projectMembers.get(id)?.has(userId) === true;
      const row = { project_id: id, user_id: userId };
      yield [isMember ? "project members" : "project members removed", row];
    }
    for (const { projectId, name } of this.#groups.values()) {
      const isRegistered = after.groups.get(projectId)?.has(name) === true;
      yield [isRegistered ? "groups" : "groups removed", { project_id: projectId, name }];
    }
  }
}

function tokenRow(token: Token) {
  const { environmentId, managesEnvironments, ownerId, isPreview, ...rest } = token;
  const { createdAt, revokedAt, expiresAt, lastUsedAt, ...shared } = rest;
  return {
    ...shared,
    environment_id: environmentId,
    manages_environments: managesEnvironments,
    owner_id: ownerId,
    is_preview: isPreview,
    created_at: createdAt,
    revoked_at: revokedAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
  };
}
