import { createHmac } from "node:crypto";
import type { WebhookMessage } from "./webhook-message.ts";

export interface SyncFacts {
  readonly environmentId: number;
  readonly webhookId: number;
  /** A UUID. */
  readonly deliveryId: string;
}

/** Notifies a Flipper application that it should fetch all features (docs/webhooks.md#sync). */
export function syncMessage({ environmentId, webhookId, deliveryId }: SyncFacts): WebhookMessage {
  const body = JSON.stringify({
    environment_id: environmentId,
    webhook_id: webhookId,
    delivery_id: deliveryId,
    action: "sync",
  });
  return {
    id: deliveryId,
    type: "sync",
    body,
    signedText: (time) => signedText(time, body),
    sign(secrets, time) {
      const signatures = secrets.map((secret) => `v1=${syncSignature(secret, time, body)}`);
      return { "flipper-cloud-signature": [`t=${time}`, ...signatures].join(",") };
    },
  };
}

/** Lower-case hexadecimal. */
export function syncSignature(secret: string, time: number, body: string): string {
  return createHmac("sha256", secret).update(signedText(time, body)).digest("hex");
}

function signedText(time: number, body: string): string {
  return `${time}.${body}`;
}
