import type { Caller } from "../../core/model/caller.ts";
import { yieldToEventLoop } from "../../core/scheduling/event-loop-slice.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import { BoundedCallers } from "./bounded-callers.ts";

const callers = new BoundedCallers();
const starts = new OneAtATime();
const answers = new OneAtATime();

/**
 * Reads a page of audits, which can have 16 MiB of values, and creates its answer in a separate
 * iteration of the event loop. Rejects as `read`, and with `unavailable` while too many wait.
 */
export function auditAnswer<Page, Answer>(
  caller: Caller,
  read: () => Promise<Page>,
  answerOf: (page: Page) => Answer,
): Promise<Answer> {
  return callers.run(caller, async () => {
    const page = await read();
    return answers.run(async () => {
      await yieldToEventLoop();
      return answerOf(page);
    });
  });
}

/**
 * Starts a read of audits in a separate iteration of the event loop, as a read of SQLite blocks it.
 * The next read starts without waiting for the result: each read of an unreachable database takes
 * seconds.
 */
export async function startedAfterYield<Page>(read: () => Promise<Page>): Promise<Page> {
  const { page } = await starts.run(async () => {
    await yieldToEventLoop();
    return { page: read() };
  });
  return page;
}
