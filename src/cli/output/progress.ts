import { writeSync } from "node:fs";
import { secondMs } from "../../core/time-units.ts";

/** A line on a terminal that shows what a long command does. */
export interface Progress {
  /**
   * Names the current step, such as `copying gatehouse.db`. Work that holds the thread cannot show
   * its line later, so the line appears immediately.
   */
  readonly step: (name: string, holdsThread?: boolean) => void;
  /** Removes the line. */
  readonly stop: () => void;
}

/** Starts the line of a command; it appears after a second. */
export type StartProgress = () => Progress;

/** Shorter work shows nothing. */
const quietMs = 1_000;
const intervalMs = 200;
const standardError = 2;
const clearLine = "\r\u001b[K";
const frames = ["|", "/", "-", "\\"];
const columnsDefault = 80;

/** For output that is not a terminal. */
const noProgress: Progress = { step: () => undefined, stop: () => undefined };

/** Runs work and shows its steps, if the command shows progress. */
export async function withProgress<Result>(
  start: StartProgress | undefined,
  work: (step: Progress["step"]) => Promise<Result>,
): Promise<Result> {
  const progress = start?.() ?? noProgress;
  try {
    return await work(progress.step);
  } finally {
    progress.stop();
  }
}

/** Shows progress on standard error; `columns` is the width of the terminal if known. */
export function terminalProgress(columns: () => number | undefined): Progress {
  const startedMs = performance.now();
  let text = "";
  let shownCount = 0;

  function show(): void {
    const seconds = Math.floor((performance.now() - startedMs) / secondMs);
    const frame = frames[shownCount++ % frames.length];
    const line = `${frame} ${text}${seconds === 0 ? "" : `, ${seconds} s`}`;
    // A line that wraps could not be cleared.
    write(`${clearLine}${Bun.sliceAnsi(line, 0, (columns() || columnsDefault) - 1, "…")}`);
  }

  const isLong = () => text !== "" && performance.now() - startedMs >= quietMs;
  const timer = setInterval(() => isLong() && show(), intervalMs);
  timer.unref();
  return {
    step(name, holdsThread = false) {
      text = name;
      if (holdsThread || isLong()) {
        show();
      }
    },
    stop() {
      clearInterval(timer);
      if (shownCount > 0) {
        write(clearLine);
      }
    },
  };
}

/** Writes before it returns, because the next work may hold the thread. */
function write(output: string): void {
  try {
    writeSync(standardError, output);
  } catch {
    // The terminal may be closed; lost progress is not a failure.
  }
}
