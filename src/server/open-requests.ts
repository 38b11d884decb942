import { yieldToEventLoop } from "../core/scheduling/event-loop-slice.ts";

const arrivalQuietTurns = 10;
const arrivalTurnsMax = 200;
const answeredPollMs = 5;
const answeredQuietPolls = 3;

/** The number of running requests. */
type PendingCount = () => number;

/**
 * Resolves when the connections and requests that arrived during long work have been read. Closing
 * the listener would reset connections that it has not accepted yet. The event loop reads them in a
 * few turns.
 */
export async function requestsArrived(pending: PendingCount): Promise<void> {
  let quietTurns = 0;
  let before = pending();
  for (let turn = 0; turn < arrivalTurnsMax && quietTurns < arrivalQuietTurns; turn++) {
    await yieldToEventLoop();
    await Bun.sleep(1);
    const now = pending();
    quietTurns = now > before ? 0 : quietTurns + 1;
    before = now;
  }
}

/**
 * Resolves when no request is running, or at the deadline, a `performance.now`. Idle connections stay
 * open for long, so they do not count. A request can be between its connection and its handler, so
 * one moment without requests is not enough.
 */
export async function requestsAnswered(pending: PendingCount, deadlineMs: number): Promise<void> {
  let quietPolls = 0;
  while (quietPolls < answeredQuietPolls && performance.now() < deadlineMs) {
    await Bun.sleep(answeredPollMs);
    quietPolls = pending() > 0 ? 0 : quietPolls + 1;
  }
}
