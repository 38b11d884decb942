import { randomBytes } from "node:crypto";
import type { WebhookKind } from "../../core/model/webhook.ts";

const secretBytes = 32;

/**
 * A new secret in the format for receivers: for `sync` a text whose bytes are the key, for `events`
 * the format of Standard Webhooks.
 */
export function newWebhookSecret(kind: WebhookKind): string {
  const bytes = randomBytes(secretBytes);
  return kind === "sync" ? bytes.toString("hex") : `whsec_${bytes.toString("base64")}`;
}
