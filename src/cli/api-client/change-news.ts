import { ApiRefusal } from "./api-failure.ts";

/** Tells that something has changed in an environment. */
export interface ChangeNews extends Disposable {
  /**
   * Resolves at the next change; at once if there was one since the last call. Without a stream of
   * changes nobody knows, so it resolves after a second.
   */
  next(): Promise<void>;
}

export interface ChangeNewsOptions {
  /** Opens the stream of changes. Rejects with an ApiRefusal if the server has none. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Resolves after so many milliseconds, and at once when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

const pollMs = 1_000;
/** A stream tells of every change, so this is only for a server that has forgotten its stream. */
const pollMsInStream = 60_000;
/** More than two heartbeats of the server. */
const silenceMsMax = 60_000;
const retryMsMin = 1_000;
const retryMsMax = 30_000;
/** So long after a refusal the server may have another answer, or another server runs. */
const refusedMs = 60_000;
/** In UTF-16 units. Our server sends no longer line. */
const lineLengthMax = 2_000_000;

/**
 * Follows a stream of changes, and opens it again when it ends. A server
 * without one refuses; then `next` is the pace of polling. What fails here is no failure of the command:
 * who polls sees it too.
 */
export function followChangeNews({ open, wait, signal }: ChangeNewsOptions): ChangeNews {
  const ended = new AbortController();
  const end = AbortSignal.any([signal, ended.signal]);
  let isNews = false;
  let isOpen = false;
  let sleep = new AbortController();

  function tell(): void {
    isNews = true;
    sleep.abort();
  }

  /** Returns how long to wait before the next try; undefined after a stream. */
  async function receive(): Promise<number | undefined> {
    const silent = new AbortController();
    const answer = await openUnlessRefused(AbortSignal.any([end, silent.signal]));
    if (answer === null) {
      return refusedMs;
    }
    const timer = setTimeout(() => silent.abort(), silenceMsMax);
    try {
      isOpen = true;
      // What changed before the stream was open is in no event.
      tell();
      for await (const hasEvent of eventsIn(answer)) {
        timer.refresh();
        if (hasEvent) {
          tell();
        }
      }
    } finally {
      clearTimeout(timer);
      isOpen = false;
      // A caller that waits for the next event polls again.
      tell();
    }
    return undefined;
  }

  async function openUnlessRefused(given: AbortSignal): Promise<Response | null> {
    try {
      return await open(given);
    } catch (error) {
      if (error instanceof ApiRefusal) {
        return null;
      }
      throw error;
    }
  }

  async function follow(): Promise<void> {
    let retryMs = retryMsMin;
    while (!end.aborted) {
      try {
        const ms = await receive();
        retryMs = retryMsMin;
        await wait(ms ?? retryMsMin, end);
      } catch {
        await wait(retryMs, end);
        retryMs = Math.min(retryMs * 2, retryMsMax);
      }
    }
  }

  void follow();
  return {
    async next() {
      if (!isNews) {
        sleep = new AbortController();
        await wait(isOpen ? pollMsInStream : pollMs, AbortSignal.any([end, sleep.signal]));
      }
      isNews = false;
    },
    [Symbol.dispose]: () => ended.abort(),
  };
}

/** With each part that comes, whether it ends the data of an event. */
async function* eventsIn({ body }: Response): AsyncGenerator<boolean> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of body ?? []) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > lineLengthMax) {
      throw new Error("The stream has no events");
    }
    yield lines.some((line) => line.startsWith("data:"));
  }
}
