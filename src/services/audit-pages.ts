import { nextTurn } from "../event-loop/event-loop-turns.ts";
import { OneAtATime } from "../event-loop/one-at-a-time.ts";

const pages = new OneAtATime();

/**
 * Reads a page of audits, which can have 16 MiB of values, in a turn of the event loop of its own:
 * many at once do not follow each other without a turn for other work.
 */
export function inAuditTurn<Page>(read: () => Promise<Page>): Promise<Page> {
  return pages.run(async () => {
    await nextTurn();
    return read();
  });
}
