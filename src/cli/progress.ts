import type { ProgressMessage } from "./progress-messages.ts";

/** A line on a terminal that shows what a long command does. */
export interface Progress {
  /** Names the present step, such as `copying gatehouse.db`. */
  readonly step: (name: string) => void;
  /** Removes the line; resolves when nothing more will be written. */
  readonly stop: () => Promise<void>;
}

/** Starts the line of a command; it appears after a second. */
export type StartProgress = () => Progress;

export interface TerminalProgressOptions {
  /** The address of progress-worker.ts, which the entry file must resolve: bundling moves files. */
  readonly workerUrl: URL;
  /** The width of the terminal; undefined if it is not known. */
  readonly columns: () => number | undefined;
}

/** Shorter work shows nothing. */
export const quietMs = 1_000;
const nsPerMs = 1_000_000;

/** For output that is not a terminal. */
export const noProgress: Progress = { step: () => undefined, stop: async () => undefined };

/** Runs work and shows its steps, if the command shows progress. */
export async function withProgress<Result>(
  start: StartProgress | undefined,
  work: (step: Progress["step"]) => Promise<Result>,
): Promise<Result> {
  const progress = start?.() ?? noProgress;
  try {
    return await work(progress.step);
  } finally {
    await progress.stop();
  }
}

/**
 * Shows progress on the standard error output. A thread of its own writes the line, because opening,
 * copying and checking a database block the calling thread.
 */
export function terminalProgress({ workerUrl, columns }: TerminalProgressOptions): Progress {
  const startedNs = Bun.nanoseconds();
  const worker = new Worker(workerUrl, { ref: false });
  const send = (message: ProgressMessage) => worker.postMessage(message);
  const stopped = Promise.withResolvers<void>();
  worker.addEventListener("message", () => stopped.resolve());
  worker.addEventListener("close", () => stopped.resolve());
  // Progress is not worth a failure.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    stopped.resolve();
  });
  return {
    step: (name) => send({ kind: "step", name, columns: columns() }),
    stop: async () => {
      if (Bun.nanoseconds() - startedNs >= quietMs * nsPerMs) {
        worker.ref();
        send({ kind: "stop" });
        await stopped.promise;
      }
      worker.terminate();
    },
  };
}
