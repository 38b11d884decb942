import type { ClientRequests } from "./client-requests.ts";
import type { ClientRuntime } from "./client-types.ts";
import type { NoteFailure } from "./failures.ts";
import type { ListPoller } from "./list-poller.ts";
import { readServerEvents } from "./server-events.ts";

const retryMsMin = 1_000;
const retryMsMax = 60_000;
/** After this time a server without a stream may have one. */
const absentMs = 600_000;
const absentStatuses = [404, 405, 501];

/**
 * Follows the stream of changes, and reads the list again after each one. Reopens the stream when it
 * breaks (docs/client.md#follow-the-stream). Returns a function that ends the wait; the poller ends
 * the request.
 */
export function followChanges(
  { send, readTextParts, refusal }: ClientRequests,
  { after, now, random }: ClientRuntime,
  poller: ListPoller,
  note: NoteFailure,
): () => void {
  let lastId: string | undefined;
  let retryMs = retryMsMin;
  let failures = 0;
  let cancelNext: (() => void) | undefined;

  async function receive(response: Response, extend: (ms: number) => void): Promise<number> {
    const { status } = response;
    if (absentStatuses.includes(status)) {
      return absentMs;
    }
    if (status !== 200) {
      throw refusal("GET /stream", status);
    }
    note();
    const openedAt = now();
    poller.expectRevision(0);
    // The stream has no events for changes before it was open.
    void poller.refresh();
    const parts = readTextParts(response, Number.POSITIVE_INFINITY);
    try {
      for await (const { id, event, data, retry } of readServerEvents(parts, extend)) {
        lastId = id ?? lastId;
        retryMs = Math.max(Number(retry ?? retryMs), retryMsMin);
        if (event === "refetch") {
          void poller.refresh();
        } else if (data !== undefined) {
          const announced: { readonly revision?: unknown } = JSON.parse(data);
          poller.expectRevision(announced.revision);
        }
      }
    } finally {
      failures = now() - openedAt > retryMsMax ? 0 : failures;
    }
    return 0;
  }

  async function follow(): Promise<void> {
    if (poller.isStopped()) {
      return;
    }
    const headers = { Accept: "text/event-stream", ...(lastId && { "Last-Event-ID": lastId }) };
    const absent = await send("/stream", { headers }, receive).catch((error: unknown) => {
      if (!poller.isStopped()) {
        note(error);
      }
    });
    poller.expectRevision(null);
    if (poller.isStopped()) {
      return;
    }
    const ms = absent || Math.min(retryMs * 2 ** failures, retryMsMax);
    failures += 1;
    cancelNext = after(ms * (0.5 + random()), follow);
  }

  void follow();
  return () => cancelNext?.();
}
