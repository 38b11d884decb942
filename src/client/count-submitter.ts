import type { ClientRequests } from "./client-requests.ts";
import type { ClientRuntime } from "./client-types.ts";
import type { NoteFailure } from "./failures.ts";
import { gzipped } from "./gzipped.ts";
import { isShutdown, secondsIn } from "./intervals.ts";
import { newUuid } from "./new-uuid.ts";

const attemptsMax = 5;
const secondsMin = 10;
const retrySecondsFirst = 30;
const retrySecondsMax = 120;
const retryGrowth = 1.5;
/** After its page is closed, a browser sends no larger body. */
const keepAliveBytesMax = 60_000;

export interface CountSubmitter {
  /** Submits all counts. Resolves when they are submitted, or at the first failure. */
  flush(): Promise<void>;
  /** Stops submitting, except for calls of `flush`. */
  stop(): void;
}

/** What is submitted, and where. */
export interface CountSource {
  readonly path: string;
  /** The name of the list in a submission. */
  readonly member: string;
  /** The seconds between submissions, unless the server asks for others. */
  readonly seconds: number;
  /** Removes counts, and returns them as items of a JSON array; empty without counts. */
  readonly take: () => string;
}

/** Submits counts at intervals, and retries failed submissions (docs/client.md#counted-evaluations). */
export function submitCounts(
  { send, refusal }: ClientRequests,
  { after, random }: ClientRuntime,
  { path, member, seconds: secondsFirst, take }: CountSource,
  note: NoteFailure,
): CountSubmitter {
  /** The current submission, until the server has it; the server counts one id once. */
  let text = "";
  let attempts = 0;
  let seconds = secondsFirst;
  let retryAfter = 0;
  let isShut = false;
  let isStopped = false;
  let sending = Promise.resolve();
  let cancelNext = after(seconds * 1_000, flush);

  function flush(): Promise<void> {
    sending = sending.then(submitAll);
    return sending;
  }

  async function submitAll(): Promise<void> {
    cancelNext();
    let wait = 0;
    while (wait === 0 && !isShut && hasText()) {
      attempts += 1;
      try {
        note(await submit());
        text = "";
      } catch (error) {
        note(error);
        const growth = retryGrowth ** (attempts - 1) * (0.5 + random());
        wait = Math.max(Math.min(retrySecondsFirst * growth, retrySecondsMax), retryAfter);
        text = attempts === attemptsMax ? "" : text;
      }
    }
    if (!isStopped) {
      cancelNext = after((wait || seconds) * 1_000, flush);
    }
  }

  function hasText(): boolean {
    if (text === "") {
      const items = take();
      text = items && `{"request_id":"${newUuid()}","${member}":[${items}]}`;
      attempts = 0;
    }
    return text !== "";
  }

  /** Returns the reason if the server refuses it for good. Rejects if a retry may succeed. */
  async function submit(): Promise<Error | undefined> {
    const body = await gzipped(text);
    const headers = {
      "Content-Type": "application/json",
      "Schema-Version": "V1",
      ...(body !== text && { "Content-Encoding": "gzip" }),
    };
    const keepalive = body.length < keepAliveBytesMax;
    return send(path, { method: "POST", headers, body, keepalive }, (response) => {
      const { status } = response;
      const header = (name: string) => response.headers.get(name);
      seconds = Math.max(secondsIn(header("telemetry-interval")) || seconds, secondsMin);
      retryAfter = secondsIn(header("retry-after"));
      isShut = isShutdown(header("telemetry-shutdown"));
      if (status < 400) {
        return undefined;
      }
      const error = refusal(`POST ${path}`, status);
      if (status === 429 || status >= 500) {
        throw error;
      }
      return error;
    });
  }

  return {
    flush,
    stop() {
      isStopped = true;
      cancelNext();
    },
  };
}
