import type { ClientRequests } from "./client-requests.ts";
import type { ClientOptions, ClientRuntime } from "./client-types.ts";
import { isShutdown, secondsIn } from "./intervals.ts";
import { readText } from "./read-text.ts";

/** Receives the answers. */
export interface ListSink {
  /** The answer of GET /features; rejects if it is unusable. */
  receive(answer: string, revision: number | null): Promise<void>;
  /** Called if the last answer is still current. */
  confirm(): void;
  fail(error: unknown): void;
}

export interface ListPoller {
  /** Requests the list now, or after a running request. Does not reject. */
  refresh(): Promise<void>;
  /**
   * Requests the list unless it has the revision that a stream announced, and rarely while it has.
   * `null` means that no stream announces revisions.
   */
  expectRevision(announced: unknown): void;
  isStopped(): boolean;
  /** Ends its requests and the requests of a stream. */
  stop(): void;
}

const bytesMaxDefault = 64 * 1024 * 1024;
const secondsMin = 10;
const secondsInStream = 300;
const secondsIfRefused = 60;

/** Requests the list of features at intervals (docs/client.md#how-the-list-is-read). */
export function createListPoller(
  { send, endReading, refusal }: ClientRequests,
  { maxBytes = bytesMaxDefault, pollInterval }: ClientOptions,
  { after, random }: ClientRuntime,
  sink: ListSink,
): ListPoller {
  let etag: string | null = null;
  /** The revision of the last list; 0 if unknown. */
  let revision = 0;
  /** The revision that a stream last announced; null without a stream. */
  let expected: unknown = null;
  let seconds = secondsMin;
  let isStopped = false;
  let mustStop = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;
  let cancelNext: (() => void) | undefined;

  async function receive(response: Response): Promise<void> {
    const { status } = response;
    const header = (name: string) => response.headers.get(name);
    mustStop = isShutdown(header("poll-shutdown"));
    seconds = secondsAfter(status, header);
    const sentRevision = Number(header("flipper-sync-version"));
    if (status === 200) {
      const answer = await readText(response, maxBytes);
      if (sentRevision > 0 && sentRevision < revision) {
        throw new Error("GET /features was answered with an older list");
      }
      await sink.receive(answer, sentRevision || null);
      etag = header("etag");
    } else if (status === 304 && etag !== null) {
      sink.confirm();
    } else {
      throw refusal("GET /features", status);
    }
    revision = sentRevision || revision;
  }

  const fail = (error: unknown) => (isStopped ? undefined : sink.fail(error));

  async function run(): Promise<void> {
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      const init = etag === null ? {} : { headers: { "If-None-Match": etag } };
      await send("/features?exclude_gate_names=true", init, receive).catch(fail);
    }
    running = undefined;
    if (mustStop) {
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
      // Clients that start together must not poll together.
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
    expectRevision(announced) {
      const isOther = announced !== expected;
      expected = announced;
      if (announced !== null && !isKnown()) {
        void refresh();
      } else if (isOther) {
        schedule();
      }
    },
    isStopped: () => isStopped,
  };
}

/** How long to wait after an answer, according to its status and the server's headers. */
function secondsAfter(status: number, header: (name: string) => string | null): number {
  const least = status === 401 || status === 403 ? secondsIfRefused : secondsMin;
  return Math.max(least, ...["poll-interval", "retry-after"].map(header).map(secondsIn));
}
