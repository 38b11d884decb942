import type { Writer } from "../app/writer/writer.ts";
import type { Storage } from "../storage/storage.ts";
import { WebhookSender } from "./delivery/webhook-sender.ts";
import { directoryKey, type KeySource, memoryKey } from "./secrets/key-source.ts";
import { SecretVault } from "./secrets/secret-vault.ts";
import { checkTarget } from "./targets/check-target.ts";
import { sendToTarget } from "./targets/send-to-target.ts";
import type { AllowedNetworks } from "./targets/webhook-target.ts";
import { WebhookService } from "./webhook-service.ts";

export interface WebhooksOptions {
  readonly writer: Writer;
  readonly storage: Storage;
  /** The data directory; null for data in memory. */
  readonly directory: string | null;
  /** The key that seals secrets; the data directory's key by default. */
  readonly key?: KeySource | undefined;
  readonly allowed: AllowedNetworks;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Sends a request to an endpoint; over the network by default. */
  readonly send?: typeof sendToTarget;
  readonly check?: typeof checkTarget;
}

/** The delivery to endpoints, and the operations on them. */
export function createWebhooks(options: WebhooksOptions) {
  const { directory, version, send = sendToTarget, check = checkTarget } = options;
  const ownKey = directory === null ? memoryKey() : directoryKey(directory);
  const vault = new SecretVault(options.key ?? ownKey);
  const sender = new WebhookSender({
    ...options,
    vault,
    send,
    userAgent: `gatehouse/${version}`,
    random: Math.random,
  });
  return { sender, service: new WebhookService({ ...options, vault, sender, check }) };
}
