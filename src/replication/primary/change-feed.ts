import { GatehouseError } from "../../core/errors.ts";
import { logFormat } from "../../core/model/logged-change.ts";
import { type CommitPosition, textOfPosition } from "./commit-position.ts";
import type { ReplicatedCommits } from "./replicated-commits.ts";

export interface ChangeFeedOptions {
  readonly commits: ReplicatedCommits;
  readonly age: () => number;
  readonly heartbeatMs?: number | undefined;
}

const heartbeatMsDefault = 1_000;
const commitsPerPiece = 64;
/** Enough for a replica of every process of a large installation. */
const streamsMax = 2_000;
const encoder = new TextEncoder();

/**
 * Streams of commits for replicas. Each stream is generated as its replica reads it: a slow one
 * takes no memory. One that falls behind the stored commits is notified of it.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #open = new Set<() => void>();
  #isStopped = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  /** The commits after a position, as long as `isAllowed` returns true. Throws `unavailable`. */
  open(after: CommitPosition, isAllowed: () => boolean): ReadableStream<Uint8Array> {
    if (this.#isStopped || this.#open.size >= streamsMax) {
      throw new GatehouseError("unavailable");
    }
    const { commits, heartbeatMs = heartbeatMsDefault } = this.#options;
    let last = after;
    let isFirst = true;
    let wake: () => void = () => undefined;
    let isEnded = false;
    let isLeft = false;
    const stopListening = commits.listen(() => wake());
    const end = () => {
      isEnded = true;
      stopListening();
      this.#open.delete(end);
      wake();
    };
    this.#open.add(end);
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (!isFirst && !isEnded && commits.after(last, 1)?.length === 0) {
          await wokenOrAfter(heartbeatMs, (wakeUp) => {
            wake = wakeUp;
          });
        }
        isFirst = false;
        if (isLeft) {
          return;
        }
        const found = isEnded || !isAllowed() ? null : commits.after(last, commitsPerPiece);
        if (found === null || found === undefined) {
          if (found === undefined) {
            controller.enqueue(encoder.encode('{"gone":true}\n'));
          }
          end();
          controller.close();
          return;
        }
        let text = "";
        for (const commit of found) {
          last = commit;
          text += `{"commit":"${textOfPosition(commit)}","format":${logFormat},"changes":${commit.changes}}\n`;
        }
        controller.enqueue(encoder.encode(text + this.#current()));
      },
      cancel: () => {
        isLeft = true;
        end();
      },
    });
  }

  /** Ends all streams, and accepts no more. */
  stop(): void {
    this.#isStopped = true;
    for (const end of [...this.#open]) {
      end();
    }
  }

  #current(): string {
    const { commits, age } = this.#options;
    return `{"newest":"${textOfPosition(commits.latest)}","age":${age()}}\n`;
  }
}

/** Resolves when the function passed to `hand` is called, or after a time. */
async function wokenOrAfter(ms: number, hand: (wake: () => void) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  hand(resolve);
  const timer = setTimeout(resolve, ms);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}
