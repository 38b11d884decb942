import type { Change } from "../../src/core/model/change.ts";
import { progressAfter } from "../../src/core/model/webhook.ts";
import { sampleDelivery, sampleEvent, sampleWebhook } from "../contract/webhook-examples.ts";

const progress =
  '{"settled":3,"currentEvent":null,"attempts":0,"nextTryAt":null,"failingSince":null,' +
  '"lastSuccessAt":null,"lastDelivery":0,"replays":[],"lost":null}';
const secrets = '[{"sealed":"c2VhbGVk","createdAt":5,"expiresAt":null}]';

/** Rows of the tables for webhooks, as their first release writes them. */
export const webhookStatements: readonly string[] = [
  `INSERT INTO webhooks VALUES (3, 1, 'events', 'webhook 3', 'https://receiver.example/hooks',
    '["feature.created","token.revoked"]', 'check*', '${secrets}', 2199023255552, NULL, NULL, '[]',
    '${progress}')`,
  `INSERT INTO webhook_events VALUES (4, 1, 'uuid-4', 'feature.updated', 'search', 1004,
    '{"before":null}')`,
  `INSERT INTO webhook_deliveries VALUES (3, 1, 'message-1', 'feature.updated', NULL, 1, 2, 3,
    2199023255552, 12, 'failed', 500, 'NoMethodError: é', '')`,
];

/** What these rows say. */
export const webhookDataChanges: readonly Change[] = [
  { kind: "webhook.saved", webhook: sampleWebhook(3, { progress: progressAfter(3) }) },
  { kind: "webhook_events.recorded", events: [sampleEvent(4)] },
  { kind: "webhook_delivery.recorded", delivery: sampleDelivery(1, { webhookId: 3 }) },
];
