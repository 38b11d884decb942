import type { CheckCounts } from "./check-counts.ts";
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

/** Submits counts every minute, and retries failed submissions (docs/client.md#counted-evaluations). */
export function submitCounts(
  { send, refusal }: ClientRequests,
  { after, random }: ClientRuntime,
  counts: CheckCounts,
  note: NoteFailure,
): CountSubmitter {
  /** The current submission, until the server has it; the server counts one id once. */
  let text = "";
  let attempts = 0;
  let seconds = 60;
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
      const items = counts.take();
      text = items && `{"request_id":"${newUuid()}","enabled_metrics":[${items}]}`;
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
    return send("/telemetry", { method: "POST", headers, body, keepalive }, (response) => {
      const { status } = response;
      const header = (name: string) => response.headers.get(name);
      seconds = Math.max(secondsIn(header("telemetry-interval")) || seconds, secondsMin);
      retryAfter = secondsIn(header("retry-after"));
      isShut = isShutdown(header("telemetry-shutdown"));
      if (status < 400) {
        return undefined;
      }
      const error = refusal("POST /telemetry", status);
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
