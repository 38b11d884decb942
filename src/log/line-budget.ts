import type { Log, LogFields, logLevels } from "./log.ts";

/** Runs something later, without keeping the process alive for it. */
export type Later = (delayMs: number, run: () => void) => void;

export const later: Later = (delayMs, run) => void setTimeout(run, delayMs).unref();

const windowMs = 1_000;

/**
 * The same log, but in any second at most so many lines, and then one that says how many more there
 * were: what clients can cause in masses must not fill a disk.
 */
export function withLineBudget(log: Log, linesPerSecondMax: number, wait: Later = later): Log {
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
