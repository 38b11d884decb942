import type { Storage } from "../../src/storage/storage.ts";

/** A storage with some methods replaced, such as by ones that fail. */
export function alteredStorage(storage: Storage, replaced: Partial<Storage>): Storage {
  return {
    commit: (batch) => storage.commit(batch),
    findCommit: (batchId) => storage.findCommit(batchId),
    audits: (query) => storage.audits(query),
    history: (query) => storage.history(query),
    newestAuditTimes: (query) => storage.newestAuditTimes(query),
    webhookEvents: (query) => storage.webhookEvents(query),
    newestWebhookEventBefore: (time) => storage.newestWebhookEventBefore(time),
    webhookDeliveries: (query) => storage.webhookDeliveries(query),
    probe: (kind) => storage.probe(kind),
    close: () => storage.close(),
    ...replaced,
  };
}
