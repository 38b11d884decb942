import type { ClientRequests } from "./client-requests.ts";
import type { ClientOptions, ClientRuntime } from "./client-types.ts";
import { isShutdown, secondsIn } from "./intervals.ts";
import { readText } from "./read-text.ts";

/** What becomes of the answers. */
export interface ListSink {
  /** The answer of GET /features; rejects if it is unusable. */
  receive(answer: string, revision: number | null): Promise<void>;
  /** The last answer is still the current one. */
  confirm(): void;
  fail(error: unknown): void;
}

export interface ListPoller {
  /** Asks for the list now, or after the request that is on its way. Does not reject. */
  refresh(): Promise<void>;
  /**
   * Asks for the list unless it has the revision that a stream told, and rarely while it has. `null`
   * means that no stream tells any.
   */
  expectRevision(told: unknown): void;
  isStopped(): boolean;
  /** Ends these requests, and those of a stream. */
  stop(): void;
}

const bytesMaxDefault = 64 * 1024 * 1024;
const secondsMin = 10;
const secondsInStream = 300;
const secondsIfRefused = 60;

/** Asks for the list of features again and again (docs/client.md#how-the-list-is-read). */
export function createListPoller(
  { send, endReading, refusal }: ClientRequests,
  { maxBytes = bytesMaxDefault, pollInterval }: ClientOptions,
  { after, random }: ClientRuntime,
  sink: ListSink,
): ListPoller {
  let etag: string | null = null;
  /** The revision of the last list; 0 if it is unknown. */
  let revision = 0;
  /** What a stream told last; null without a stream. */
  let expected: unknown = null;
  let seconds = secondsMin;
  let isStopped = false;
  let isToldToStop = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;
  let cancelNext: (() => void) | undefined;

  async function receive(response: Response): Promise<void> {
    const { status } = response;
    const header = (name: string) => response.headers.get(name);
    isToldToStop = isShutdown(header("poll-shutdown"));
    seconds = secondsAfter(status, header);
    const told = Number(header("flipper-sync-version"));
    if (status === 200) {
      const answer = await readText(response, maxBytes);
      if (told > 0 && told < revision) {
        throw new Error("GET /features was answered with an older list");
      }
      await sink.receive(answer, told || null);
      etag = header("etag");
    } else if (status === 304 && etag !== null) {
      sink.confirm();
    } else {
      throw refusal("GET /features", status);
    }
    revision = told || revision;
  }

  const fail = (error: unknown) => (isStopped ? undefined : sink.fail(error));

  async function run(): Promise<void> {
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      const init = etag === null ? {} : { headers: { "If-None-Match": etag } };
      await send("/features?exclude_gate_names=true", init, receive).catch(fail);
    }
    running = undefined;
    if (isToldToStop) {
      stop();
    }
    schedule();
  }

  function isKnown(): boolean {
    return typeof expected === "number" && expected <= revision;
  }

  function schedule(): void {
    cancelNext?.();
    if (!isStopped && running === undefined) {
      const wait = Math.max(isKnown() ? secondsInStream : 0, seconds, secondsIn(pollInterval));
      // Clients that were started together do not stay together.
      cancelNext = after(wait * (1_000 + 100 * random()), refresh);
    }
  }

  function refresh(): Promise<void> {
    isAskedAgain = true;
    running ??= run();
    return running;
  }

  function stop(): void {
    isStopped = true;
    cancelNext?.();
    endReading();
  }

  return {
    refresh,
    stop,
    expectRevision(told) {
      const isOther = told !== expected;
      expected = told;
      if (told !== null && !isKnown()) {
        void refresh();
      } else if (isOther) {
        schedule();
      }
    },
    isStopped: () => isStopped,
  };
}

/** How long to wait after an answer, as its status and the server's headers have it. */
function secondsAfter(status: number, header: (name: string) => string | null): number {
  const least = status === 401 || status === 403 ? secondsIfRefused : secondsMin;
  return Math.max(least, ...["poll-interval", "retry-after"].map(header).map(secondsIn));
}
