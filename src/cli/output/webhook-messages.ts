import { printable } from "../../core/text/printable.ts";
import type { DeliveryJson, WebhookJson } from "../answers/webhook-json.ts";
import { formatMinute, textTableOfFilled } from "./text-table.ts";

export function webhookTable(webhooks: readonly WebhookJson[], columns: number): string {
  return textTableOfFilled(
    ["ID", "NAME", "ENVIRONMENT", "KIND", "URL", "STATUS", "EVENTS", "KEYS", "LAST SUCCESS"],
    webhooks.map((webhook) => [
      webhook.id,
      webhook.name,
      webhook.environment,
      webhook.kind,
      webhook.url,
      webhook.status,
      webhook.events.join(", "),
      webhook.keys ?? "",
      formatMinute(webhook.last_success_at),
    ]),
    columns,
  );
}

export function deliveryTable(deliveries: readonly DeliveryJson[], columns: number): string {
  return textTableOfFilled(
    ["NUMBER", "TIME", "TYPE", "KEY", "EVENT", "TRY", "OUTCOME", "STATUS", "MS", "PROBLEM"],
    deliveries.map((delivery) => [
      delivery.number,
      delivery.started_at,
      delivery.type,
      delivery.key ?? "",
      delivery.to_event ?? "",
      delivery.attempt,
      delivery.outcome,
      delivery.status ?? "",
      delivery.duration_ms,
      delivery.problem ?? "",
    ]),
    columns,
  );
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
