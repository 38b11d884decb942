import { applyChange } from "../../core/model/apply-change.ts";
import { auditsOfGroup } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import { emptyState, type State } from "../../core/model/state.ts";
import {
  type Batch,
  type ImmediateStorage,
  type StorageReads,
  UnstorableChangesError,
} from "../storage.ts";
import { ActLog } from "./act-log.ts";
import { AuditHistory } from "./audit-history.ts";
import { GovernanceLog } from "./governance-log.ts";
import { WebhookLog } from "./webhook-log.ts";

/**
 * Data in memory, for tests of applications: opening it and committing to it take microseconds. It
 * stores the state as it is, and refuses references to missing entities, as a database would.
 */
export class MemoryStorage implements ImmediateStorage {
  readonly #histories = new Map<number, AuditHistory>();
  readonly #webhookLog = new WebhookLog();
  readonly #actLog = new ActLog();
  readonly #governance = new GovernanceLog();
  readonly reads: StorageReads = {
    audits: async (query) => this.#histories.get(query.environmentId)?.page(query) ?? [],
    history: async (query) =>
      this.#histories.get(query.environmentId)?.history(query) ?? { audits: [], next: null },
    latestAuditTimes: async (query) =>
      this.#histories.get(query.environmentId)?.latestTimes(query.keys) ?? new Map(),
    webhookEvents: async (query) => this.#webhookLog.events(query),
    latestWebhookEventBefore: async (time) => this.#webhookLog.latestEventBefore(time),
    webhookDeliveries: async (query) => this.#webhookLog.deliveries(query),
    acts: async (query) => this.#actLog.page(query),
    signingKeys: async () => [...this.#actLog.keys.values()],
    chainEnds: async () => {
      const { installation, latest } = this.#actLog;
      const acts = { sequence: latest?.n ?? 0, hash: latest?.hash ?? null };
      return { installation, acts, environments: [] };
    },
    chainedAudits: async () => [],
    requests: async (query) => this.#governance.requests(query),
    request: async (id) => this.#governance.request(id),
    rollouts: async (query) => this.#governance.rollouts(query),
    rollout: async (id) => this.#governance.rollout(id),
    comments: async (query) => this.#governance.comments(query),
    commentCount: async (subject) => this.#governance.commentCount(subject),
  };
  #state: State = emptyState;
  #position = 0;
  #latestBatchId: string | undefined;

  commitNow({ id, changes }: Batch): number {
    this.#state = changes.reduce(applyReferring, this.#state);
    for (const change of changes) {
      this.#recordAudits(change);
      this.#webhookLog.apply(change);
      this.#actLog.apply(change);
      this.#governance.apply(change);
    }
    this.#latestBatchId = id;
    this.#position++;
    return this.#position;
  }

  async commit(batch: Batch): Promise<number> {
    return this.commitNow(batch);
  }

  async findCommit(batchId: string): Promise<number | null> {
    return this.#latestBatchId === batchId ? this.#position : null;
  }

  async probe(): Promise<void> {
    // Memory can always be written.
  }

  async close(): Promise<void> {
    // The garbage collector frees the memory.
  }

  #recordAudits(change: Change): void {
    switch (change.kind) {
      case "audit.recorded":
        this.#historyOf(change.audit.environmentId).add(change.audit);
        break;
      case "audits.recorded":
        for (const audit of auditsOfGroup(change.audits)) {
          this.#historyOf(audit.environmentId).add(audit);
        }
        break;
      case "audits.removed":
        this.#historyOf(change.environmentId).removeThrough(change.through);
        break;
      case "environment.deleted":
        this.#histories.delete(change.environmentId);
        break;
      default:
        break;
    }
  }

  #historyOf(environmentId: number): AuditHistory {
    let history = this.#histories.get(environmentId);
    if (history === undefined) {
      history = new AuditHistory();
      this.#histories.set(environmentId, history);
    }
    return history;
  }
}

function applyReferring(state: State, change: Change): State {
  if (!refersToExisting(state, change)) {
    throw new UnstorableChangesError(`${change.kind} refers to nothing, or exists already`);
  }
  return applyChange(state, change);
}

function refersToExisting(state: State, change: Change): boolean {
  switch (change.kind) {
    case "environment.created": {
      const { id, projectId, slug } = change.environment;
      const isSame = (other: { id: number; projectId: number; slug: string }) =>
        other.id === id || (other.projectId === projectId && other.slug === slug);
      return state.projects.has(projectId) && !state.environments.some(isSame);
    }
    case "feature.saved":
      return state.projects.has(change.feature.projectId);
    case "gates.written": {
      const { id, projectId, key } = change.feature;
      const isKnown = state.features.get(projectId)?.get(key)?.id === id;
      return isKnown && state.environments.has(change.environmentId);
    }
    case "token.saved":
      return state.environments.has(change.token.environmentId);
    case "audit.recorded":
      return state.environments.has(change.audit.environmentId);
    case "audits.recorded":
      return state.environments.has(change.audits.environmentId);
    case "webhook_delivery.recorded":
      return state.webhooks.has(change.delivery.webhookId);
    case "webhook.saved":
      return state.environments.has(change.webhook.environmentId);
    case "organization.member_saved":
      return state.organizations.has(change.organizationId) && state.users.has(change.userId);
    case "password.saved":
      return state.users.has(change.password.userId);
    case "sign_in_link.saved":
      return state.users.has(change.link.userId);
    case "session.saved":
      return state.users.has(change.session.userId);
    case "passkey.saved":
      return state.users.has(change.passkey.userId);
    case "personal_token.saved":
      return state.users.has(change.token.userId);
    case "view.saved":
      return state.projects.has(change.view.projectId);
    case "policy.saved":
      return state.environments.has(change.policy.environmentId);
    case "request.saved":
      return state.environments.has(change.request.environmentId);
    case "rollout.saved":
      return state.environments.has(change.rollout.environmentId);
    case "comment.saved": {
      const { environmentId } = change.comment;
      return environmentId === null || state.environments.has(environmentId);
    }
    case "key.retired":
      return state.projects.has(change.retired.projectId);
    case "project.retires_keys":
      return state.projects.has(change.projectId) || !change.isOn;
    default:
      return true;
  }
}
