import { applyChange } from "../../core/model/apply-change.ts";
import { auditsOfGroup, type RecordedAudit } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import { emptyState, type State } from "../../core/model/state.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import {
  type AuditQuery,
  type AuditTimesQuery,
  type Batch,
  type HistoryPage,
  type HistoryQuery,
  type ImmediateStorage,
  UnstorableChangesError,
  type WebhookDeliveryQuery,
  type WebhookEventQuery,
} from "../storage.ts";
import { AuditHistory } from "./audit-history.ts";
import { WebhookLog } from "./webhook-log.ts";

/**
 * Data in memory, for tests of applications: opening it and committing to it take microseconds. It
 * stores the state as it is, and refuses references to missing entities, as a database would.
 */
export class MemoryStorage implements ImmediateStorage {
  readonly #histories = new Map<number, AuditHistory>();
  readonly #webhookLog = new WebhookLog();
  #state: State = emptyState;
  #position = 0;
  #newestBatchId: string | undefined;

  commitNow({ id, changes }: Batch): number {
    this.#state = changes.reduce(applyReferring, this.#state);
    for (const change of changes) {
      this.#recordAudits(change);
      this.#webhookLog.apply(change);
    }
    this.#newestBatchId = id;
    this.#position++;
    return this.#position;
  }

  async commit(batch: Batch): Promise<number> {
    return this.commitNow(batch);
  }

  async findCommit(batchId: string): Promise<number | null> {
    return this.#newestBatchId === batchId ? this.#position : null;
  }

  async audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return this.#histories.get(query.environmentId)?.page(query) ?? [];
  }

  async history(query: HistoryQuery): Promise<HistoryPage> {
    return this.#histories.get(query.environmentId)?.history(query) ?? { audits: [], next: null };
  }

  async newestAuditTimes(query: AuditTimesQuery): Promise<ReadonlyMap<string, number>> {
    return this.#histories.get(query.environmentId)?.newestTimes(query.keys) ?? new Map();
  }

  async webhookEvents(query: WebhookEventQuery): Promise<readonly WebhookEvent[]> {
    return this.#webhookLog.events(query);
  }

  async newestWebhookEventBefore(time: number): Promise<number> {
    return this.#webhookLog.newestEventBefore(time);
  }

  async webhookDeliveries(query: WebhookDeliveryQuery): Promise<readonly WebhookDelivery[]> {
    return this.#webhookLog.deliveries(query);
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
    default:
      return true;
  }
}
