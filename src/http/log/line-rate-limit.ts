import type { Log, LogFields, logLevels } from "./log.ts";

/** Runs a function later; the timer does not keep the process alive. */
export type RunLater = (delayMs: number, run: () => void) => void;

export const runLater: RunLater = (delayMs, run) => void setTimeout(run, delayMs).unref();

const windowMs = 1_000;

/**
 * Limits a log to this many lines per second, followed by one line with the number of suppressed
 * lines. Clients can cause many lines, which must not fill the disk.
 */
export function withLineRateLimit(
  log: Log,
  linesPerSecondMax: number,
  wait: RunLater = runLater,
): Log {
  let written = 0;
  let suppressed = 0;
  const closeWindow = () => {
    if (suppressed > 0) {
      log.warn("suppressed", { lines: suppressed });
    }
    written = 0;
    suppressed = 0;
  };
  const at = (level: (typeof logLevels)[number]) => (message: string, fields?: LogFields) => {
    if (!log.isLogged(level)) {
      return;
    }
    if (written === 0) {
      wait(windowMs, closeWindow);
    }
    if (written >= linesPerSecondMax) {
      suppressed++;
      return;
    }
    written++;
    log[level](message, fields);
  };
  return {
    isLogged: log.isLogged,
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}
