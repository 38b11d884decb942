import { ApiRefusal } from "./api-failure.ts";

/** Reports that something has changed in an environment. */
export interface ChangeNews extends Disposable {
  /**
   * Resolves at the next change, or immediately after a change since the last call. Without a stream
   * of changes it resolves after a second.
   */
  next(): Promise<void>;
}

export interface ChangeNewsOptions {
  /** Opens the stream of changes. Rejects with an ApiRefusal if the server has none. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

const pollMs = 1_000;
/** A stream announces every change, so this only serves a server that has lost its stream. */
const pollMsInStream = 60_000;
/** More than two heartbeats of the server. */
const silenceMsMax = 60_000;
const retryMsMin = 1_000;
const retryMsMax = 30_000;
/** After this time a server that refused may answer differently, or another server may run. */
const refusedMs = 60_000;
/** In UTF-16 units. Gatehouse sends no longer line. */
const lineLengthMax = 2_000_000;

/**
 * Follows a stream of changes, and opens it again when it ends. If the server has no stream, `next`
 * sets the pace of polling. Failures here are not reported, because the polling command sees them
 * too.
 */
export function followChangeNews({ open, wait, signal }: ChangeNewsOptions): ChangeNews {
  const ended = new AbortController();
  const end = AbortSignal.any([signal, ended.signal]);
  let isNews = false;
  let isOpen = false;
  let sleep = new AbortController();

  function announce(): void {
    isNews = true;
    sleep.abort();
  }

  /** Returns the time until the next try; undefined after a stream. */
  async function receive(): Promise<number | undefined> {
    const silent = new AbortController();
    const answer = await openUnlessRefused(AbortSignal.any([end, silent.signal]));
    if (answer === null) {
      return refusedMs;
    }
    const timer = setTimeout(() => silent.abort(), silenceMsMax);
    try {
      isOpen = true;
      // The stream has no events for changes before it was open.
      announce();
      for await (const hasEvent of eventsIn(answer)) {
        timer.refresh();
        if (hasEvent) {
          announce();
        }
      }
    } finally {
      clearTimeout(timer);
      isOpen = false;
      // A caller that waits for the next event polls again.
      announce();
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

/** Yields for each part whether it completes the data of an event. */
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
