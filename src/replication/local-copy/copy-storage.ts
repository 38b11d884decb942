import type { Batch, OpenedStorage, ProbeKind, Storage } from "../../storage/storage.ts";
import { StorageError } from "../../storage/storage.ts";

/**
 * The copy of another server's data on the disk; a later copy can replace it. It contains no audits
 * and no webhooks.
 */
export class CopyStorage implements Storage {
  #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Closes the copy that was used before. */
  async replace({ storage }: Pick<OpenedStorage, "storage">): Promise<void> {
    const old = this.#storage;
    this.#storage = storage;
    await old.close();
  }

  commit(batch: Batch): Promise<number> {
    return this.#storage.commit(batch);
  }

  findCommit(batchId: string): Promise<number | null> {
    return this.#storage.findCommit(batchId);
  }

  probe(kind: ProbeKind): Promise<void> {
    return this.#storage.probe(kind);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }

  audits(): Promise<never> {
    return notCopied();
  }

  history(): Promise<never> {
    return notCopied();
  }

  newestAuditTimes(): Promise<never> {
    return notCopied();
  }

  webhookEvents(): Promise<never> {
    return notCopied();
  }

  newestWebhookEventBefore(): Promise<never> {
    return notCopied();
  }

  webhookDeliveries(): Promise<never> {
    return notCopied();
  }
}

async function notCopied(): Promise<never> {
  throw new StorageError("A replica keeps no audits and no webhooks");
}
