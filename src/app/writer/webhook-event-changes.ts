import { runSteps } from "../../core/evaluation/run-steps.ts";
import { applyChange } from "../../core/model/apply-change.ts";
import type { Change } from "../../core/model/change.ts";
import { lossesOfTooMany } from "../../core/model/lost-events.ts";
import type { State } from "../../core/model/state.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import { runYielding } from "../../core/scheduling/run-yielding.ts";
import { eventsOfCommand, hasWebhooks } from "../webhook-events/event-recorder.ts";

/** The state after a command, and its changes. */
export interface ChangedState {
  readonly state: State;
  readonly changes: readonly Change[];
}

/** An executed command. */
export interface RanChanges extends ChangedState {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether it ran in steps, as it takes long. */
  readonly isLong: boolean;
}

/**
 * Adds the webhook events of a command to its changes, so that both share its commit. So there is
 * no event without its change, and no change without its event. Without webhooks this does nothing.
 */
export function withWebhookEvents(
  before: State,
  ran: RanChanges,
): ChangedState | Promise<ChangedState> {
  const { state: after, changes, now, isLong } = ran;
  if (!hasWebhooks(after) || changes.length === 0) {
    return ran;
  }
  const steps = eventsOfCommand({ before, after, changes, now });
  const extended = (events: readonly WebhookEvent[]) => withEvents(ran, events);
  return isLong ? runYielding(steps).then(extended) : extended(runSteps(steps));
}

function withEvents(ran: RanChanges, events: readonly WebhookEvent[]): ChangedState {
  const newest = events.at(-1);
  if (newest === undefined) {
    return ran;
  }
  const recorded: readonly Change[] = [
    { kind: "webhook_events.recorded", events },
    ...lossesOfTooMany(ran.state, newest.id, ran.now),
  ];
  return { state: recorded.reduce(applyChange, ran.state), changes: [...ran.changes, ...recorded] };
}
