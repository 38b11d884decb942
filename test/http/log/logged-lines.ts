import { createLog, type Log, type LogOptions } from "../../../src/http/log/log.ts";

/** A log that collects its lines; its clock always shows 1.5 seconds. */
export function loggedLines(options: Partial<LogOptions> = {}): { lines: string[]; log: Log } {
  const lines: string[] = [];
  const log = createLog({
    level: "debug",
    format: "json",
    now: () => 1_500,
    write: (line) => lines.push(line),
    ...options,
  });
  return { lines, log };
}

/** The lines as objects, without their time. */
export function entriesOf(lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line) => {
    const { time: _, ...entry } = JSON.parse(line);
    return entry;
  });
}

/** Scheduled functions, which a test runs. */
export class Waits {
  readonly delaysMs: number[] = [];
  readonly #waiting: (() => void)[] = [];

  readonly later = (delayMs: number, run: () => void): void => {
    this.delaysMs.push(delayMs);
    this.#waiting.push(run);
  };

  end(): void {
    for (const run of this.#waiting.splice(0)) {
      run();
    }
  }
}
