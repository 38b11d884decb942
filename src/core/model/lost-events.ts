import type { Change } from "./change.ts";
import type { State } from "./state.ts";
import type { DeliveryProgress } from "./webhook.ts";
import { webhookEventsMax } from "./webhook-event.ts";

/** An endpoint that is too far behind loses so many events at once, so that few commits say so. */
const lostAtOnce = 1_000;

/**
 * What endpoints lose when the newest event has an id: the oldest events are removed then, also those
 * that an endpoint still waits for. Sync endpoints lose nothing, as they fetch everything.
 */
export function lossesOfTooMany(state: State, newest: number, now: number): readonly Change[] {
  const removedThrough = newest - webhookEventsMax;
  const changes: Change[] = [];
  for (const { id, kind, progress } of state.webhooks.values()) {
    if (kind === "events" && progress.settled < removedThrough) {
      changes.push(lossOf(id, progress, { through: removedThrough + lostAtOnce, now }));
    }
  }
  return changes;
}

/** The events that an endpoint waits for, up to one, are lost to it. */
export function lossOf(
  webhookId: number,
  progress: DeliveryProgress,
  { through, now }: { readonly through: number; readonly now: number },
): Change {
  const { settled, lost } = progress;
  return {
    kind: "webhook.progressed",
    webhookId,
    progress: {
      ...progress,
      settled: through,
      lost: { from: lost?.from ?? settled + 1, to: through, at: lost?.at ?? now },
    },
    lost: { from: settled + 1, to: through },
  };
}
