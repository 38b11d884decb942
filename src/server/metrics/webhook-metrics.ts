import type { Registry } from "prom-client";
import type { State } from "../../core/model/state.ts";
import type { DeliveryOutcome } from "../../core/model/webhook-delivery.ts";
import { secondMs } from "../../core/time-units.ts";
import { registerMetric } from "./register-metric.ts";

export interface WebhookSources {
  readonly state: () => State;
  readonly tries: () => ReadonlyMap<DeliveryOutcome, number>;
  /** How often events for an endpoint were lost. */
  readonly losses: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Endpoints are not labels, because there can be a thousand of them. */
export function registerWebhooks(
  registry: Registry,
  { state, tries, losses, now }: WebhookSources,
): void {
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_webhook_tries_total",
    help: "Delivery attempts to webhooks by outcome; failed ones are retried.",
    labels: ["outcome"],
    samples: () => Array.from(tries(), ([outcome, count]) => [{ outcome }, count] as const),
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_webhook_losses_total",
    help: "How often old events were deleted before a webhook was notified of them.",
    samples: () => [[{}, losses()]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_webhooks",
    help: "Webhooks by status: active, failing (the last delivery failed), or paused with the reason.",
    labels: ["status"],
    samples: () => {
      const counts = { active: 0, failing: 0, paused: 0, paused_failing: 0 };
      for (const { pausedAt, pauseReason, progress } of state().webhooks.values()) {
        if (pausedAt !== null) {
          counts[pauseReason === "person" ? "paused" : "paused_failing"]++;
        } else {
          counts[progress.failingSince === null ? "active" : "failing"]++;
        }
      }
      return Object.entries(counts).map(([status, count]) => [{ status }, count] as const);
    },
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_webhook_failing_seconds",
    help: "How long the longest failing webhook has failed, without paused ones; 0 if none fails.",
    samples: () => {
      const since = [...state().webhooks.values()].flatMap(({ pausedAt, progress }) =>
        pausedAt === null && progress.failingSince !== null ? [progress.failingSince] : [],
      );
      const longestMs = since.length === 0 ? 0 : now() - Math.min(...since);
      return [[{}, Math.max(0, longestMs / secondMs)]];
    },
  });
}
