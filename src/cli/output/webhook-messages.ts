import { printable } from "../../core/text/printable.ts";
import type { DeliveryJson, WebhookJson } from "../answers/webhook-json.ts";
import { filledTableOf, formatMinute } from "./text-table.ts";

export function webhookTable(webhooks: readonly WebhookJson[], columns: number): string {
  return filledTableOf(columns, webhooks, [
    ["ID", (webhook) => webhook.id],
    ["NAME", (webhook) => webhook.name],
    ["ENVIRONMENT", (webhook) => webhook.environment],
    ["KIND", (webhook) => webhook.kind],
    ["URL", (webhook) => webhook.url],
    ["STATUS", (webhook) => webhook.status],
    ["EVENTS", (webhook) => webhook.events.join(", ")],
    ["KEYS", (webhook) => webhook.keys ?? ""],
    ["LAST SUCCESS", (webhook) => formatMinute(webhook.last_success_at)],
  ]);
}

export function deliveryTable(deliveries: readonly DeliveryJson[], columns: number): string {
  return filledTableOf(columns, deliveries, [
    ["NUMBER", (delivery) => delivery.number],
    ["TIME", (delivery) => delivery.started_at],
    ["TYPE", (delivery) => delivery.type],
    ["KEY", (delivery) => delivery.key ?? ""],
    ["EVENT", (delivery) => delivery.to_event ?? ""],
    ["TRY", (delivery) => delivery.attempt],
    ["OUTCOME", (delivery) => delivery.outcome],
    ["STATUS", (delivery) => delivery.status ?? ""],
    ["MS", (delivery) => delivery.duration_ms],
    ["PROBLEM", (delivery) => delivery.problem ?? ""],
  ]);
}

const doneWords = {
  delete: "deleted",
  pause: "paused",
  resume: "resumed",
  redeliver: "sends again:",
} as const;

/** The result of a command, or all details for `show`. */
export function webhookText(webhook: WebhookJson, action: "show" | keyof typeof doneWords): string {
  if (action !== "show") {
    return `${doneWords[action]} webhook ${webhook.id} (${printable(webhook.name)})\n`;
  }
  const lines: readonly (readonly [string, string])[] = [
    ["name", webhook.name],
    ["environment", webhook.environment],
    ["kind", webhook.kind],
    ["url", webhook.url],
    [
      "status",
      webhook.status === "needs_rotate" ? "needs a new secret: rotate it" : webhook.status,
    ],
    ["paused by", webhook.paused_by ?? ""],
    ["paused since", formatMinute(webhook.paused_at)],
    ["failing since", formatMinute(webhook.failing_since)],
    ["next try", formatMinute(webhook.next_try_at)],
    ["last success", formatMinute(webhook.last_success_at)],
    ["lost events", lostWords(webhook.lost_events)],
    ["events", webhook.events.join(", ") || (webhook.kind === "events" ? "all" : "")],
    ["keys", webhook.keys ?? ""],
    ["groups", webhook.groups.join(", ")],
  ];
  return lines
    .filter(([, text]) => text !== "")
    .map(([label, text]) => `${label}: ${printable(text)}\n`)
    .join("");
}

/** The lost events, until the endpoint is notified of them. */
function lostWords(lost: WebhookJson["lost_events"]): string {
  return lost === null ? "" : `${lost.from} to ${lost.to}, since ${formatMinute(lost.at)}`;
}
