import { createHmac } from "node:crypto";
import type { WebhookMessage } from "./webhook-message.ts";

export interface EventFacts {
  readonly id: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** JSON text. */
  readonly data: string;
}

const secretPrefix = "whsec_";

/** The notification of an event in the format of Standard Webhooks (docs/webhooks.md#events). */
export function eventMessage({ id, type, createdAt, data }: EventFacts): WebhookMessage {
  const timestamp = new Date(createdAt).toISOString();
  const body = `{"type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":${data}}`;
  return {
    id,
    type,
    body,
    signedText: (time) => signedText(id, time, body),
    sign(secrets, time) {
      const signatures = secrets.map((secret) => `v1,${eventSignature(secret, id, time, body)}`);
      return {
        "webhook-id": id,
        "webhook-timestamp": String(time),
        "webhook-signature": signatures.join(" "),
      };
    },
  };
}

/** Base64. */
export function eventSignature(secret: string, id: string, time: number, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  return createHmac("sha256", key)
    .update(signedText(id, time, body))
    .digest("base64");
}

function signedText(id: string, time: number, body: string): string {
  return `${id}.${time}.${body}`;
}
