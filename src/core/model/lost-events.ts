import type { Change } from "./change.ts";
import type { State } from "./state.ts";
import type { DeliveryProgress } from "./webhook.ts";
import { webhookEventsMax } from "./webhook-event.ts";

/**
 * An endpoint that is too far behind loses this many events at once, so that few commits record it.
 */
const lostAtOnce = 1_000;

/**
 * The losses of endpoints after the event with the id `newest`, when the oldest events are removed.
 * Endpoints may still wait for some of them. Sync endpoints lose nothing, as they fetch everything.
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

/** Removes the events that an endpoint waits for, up to an id. */
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
