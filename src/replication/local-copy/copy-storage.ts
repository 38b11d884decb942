import { MeasuredStorage } from "../../storage/measured-storage.ts";
import { type OpenedStorage, StorageError, type StorageReads } from "../../storage/storage.ts";

/**
 * The copy of another server's data on the disk; a later copy can replace it. It contains no audits,
 * no acts, no webhooks, no ended requests or rollouts and no comments.
 */
export class CopyStorage extends MeasuredStorage {
  override readonly reads: StorageReads = {
    audits: notCopied,
    history: notCopied,
    latestAuditTimes: notCopied,
    webhookEvents: notCopied,
    latestWebhookEventBefore: notCopied,
    webhookDeliveries: notCopied,
    acts: notCopied,
    signingKeys: notCopied,
    chainEnds: notCopied,
    chainedAudits: notCopied,
    requests: notCopied,
    request: notCopied,
    rollouts: notCopied,
    rollout: notCopied,
    comments: notCopied,
    commentCount: notCopied,
  };

  /** Closes the copy that was used before. */
  async replace({ storage }: Pick<OpenedStorage, "storage">): Promise<void> {
    const old = this.storage;
    this.storage = storage;
    await old.close();
  }
}

async function notCopied(): Promise<never> {
  throw new StorageError("A replica keeps no audits and no webhooks");
}
