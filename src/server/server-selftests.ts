import type { Config } from "../config/config.ts";
import { describeError } from "../core/text/describe-error.ts";
import { minuteMs } from "../core/time-units.ts";
import type { Log } from "../http/log/log.ts";
import type { SelftestFigures } from "./metrics/selftest-metrics.ts";
import { withoutSettings } from "./without-settings.ts";

export interface ServerSelftestsOptions {
  readonly config: Pick<Config, "selftestEveryMs">;
  readonly log: Log;
  /** The command that starts this program in another process. */
  readonly program: readonly string[];
  /** All variables of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** When the first self-test runs; after 5 minutes unless given. */
  readonly firstMs?: number;
}

/** The running schedule of self-tests. */
export interface ServerSelftests extends SelftestFigures {
  /** Ends a running self-test; resolves when its process has ended. */
  stop(): Promise<void>;
}

/** A start has other work to do. */
const firstMsDefault = 5 * minuteMs;

/** Runs `gatehouse selftest` in another process from time to time; undefined without a schedule. */
export function scheduleSelftests(options: ServerSelftestsOptions): ServerSelftests | undefined {
  const { config, log, now, firstMs = firstMsDefault } = options;
  const { selftestEveryMs: everyMs } = config;
  if (everyMs === undefined) {
    return undefined;
  }
  const stopping = new AbortController();
  let outcome: SelftestFigures = { passed: null, endedAt: null };
  let running: Promise<void> = Promise.resolve();
  const test = async () => {
    const failure = await failureOf(options, stopping.signal);
    if (stopping.signal.aborted) {
      return;
    }
    outcome = { passed: failure === null, endedAt: now() };
    if (failure === null) {
      log.info("self-test passed");
    } else {
      log.error("self-test failed", { reason: failure });
    }
    schedule(everyMs);
  };
  let timer: Timer | undefined;
  const schedule = (waitMs: number) => {
    timer = setTimeout(() => {
      running = test();
    }, waitMs);
    timer.unref();
  };
  schedule(Math.min(firstMs, everyMs));
  return {
    get passed() {
      return outcome.passed;
    },
    get endedAt() {
      return outcome.endedAt;
    },
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}

/** What the steps that failed say; null if all passed. */
async function failureOf(
  { program, environment }: ServerSelftestsOptions,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const child = Bun.spawn([...program, "selftest"], {
      env: withoutSettings(environment),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      // The child removes its directory and its server at this signal.
      signal,
      killSignal: "SIGTERM",
    });
    const [out, err, code] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    const failed = out.split("\n").filter((line) => line.startsWith("✗"));
    return code === 0 ? null : [...failed, err.trim()].filter((line) => line !== "").join("; ");
  } catch (error) {
    return describeError(error);
  }
}
