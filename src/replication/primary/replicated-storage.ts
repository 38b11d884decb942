import type { RecordedAudit } from "../../core/model/audit.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import type {
  AuditQuery,
  AuditTimesQuery,
  Batch,
  HistoryPage,
  HistoryQuery,
  ProbeKind,
  Storage,
  WebhookDeliveryQuery,
  WebhookEventQuery,
} from "../../storage/storage.ts";
import { CommitInDoubtError } from "../../storage/storage.ts";
import type { ReplicatedCommits } from "./replicated-commits.ts";

/** A storage that only this process writes to; it passes its commits on to replicas. */
export class ReplicatedStorage implements Storage {
  readonly #storage: Storage;
  readonly #commits: ReplicatedCommits;
  #doubtful: Batch | undefined;

  constructor(storage: Storage, commits: ReplicatedCommits) {
    this.#storage = storage;
    this.#commits = commits;
  }

  async commit(batch: Batch): Promise<number> {
    try {
      return this.#committed(batch, await this.#storage.commit(batch));
    } catch (error) {
      this.#doubtful = error instanceof CommitInDoubtError ? batch : undefined;
      throw error;
    }
  }

  async findCommit(batchId: string): Promise<number | null> {
    const position = await this.#storage.findCommit(batchId);
    const batch = this.#doubtful;
    if (position !== null && batch?.id === batchId) {
      this.#doubtful = undefined;
      this.#committed(batch, position);
    }
    return position;
  }

  audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return this.#storage.audits(query);
  }

  history(query: HistoryQuery): Promise<HistoryPage> {
    return this.#storage.history(query);
  }

  newestAuditTimes(query: AuditTimesQuery): Promise<ReadonlyMap<string, number>> {
    return this.#storage.newestAuditTimes(query);
  }

  webhookEvents(query: WebhookEventQuery): Promise<readonly WebhookEvent[]> {
    return this.#storage.webhookEvents(query);
  }

  newestWebhookEventBefore(time: number): Promise<number> {
    return this.#storage.newestWebhookEventBefore(time);
  }

  webhookDeliveries(query: WebhookDeliveryQuery): Promise<readonly WebhookDelivery[]> {
    return this.#storage.webhookDeliveries(query);
  }

  probe(kind: ProbeKind): Promise<void> {
    return this.#storage.probe(kind);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }

  #committed({ id, changes, after }: Batch, position: number): number {
    this.#commits.add({ position, batchId: id, changes, state: after });
    return position;
  }
}
