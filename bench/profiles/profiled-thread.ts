import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import type { SampledProfile } from "./sampled-profile.ts";

/**
 * Preloaded into the server by `make profile`, and by itself into its workers. Each thread samples
 * its JavaScript from when the file `start` is in the directory of PROFILE_DIRECTORY until `stop` is
 * there too, and writes `thread-N.cpuprofile` and `thread-N.json`, a `ThreadRecord`.
 */
export interface ThreadRecord {
  /** The file that the thread runs. */
  readonly entry: string;
  /** Processor time of the thread between start and stop; undefined off Linux. */
  readonly processorMs: number | undefined;
}

const pollMs = 20;
/** A sample takes some microseconds, so more of them would change what they measure. */
const intervalMicroseconds = 400;
const ticksPerSecond = 100;

const directory = process.env.PROFILE_DIRECTORY ?? "";
const session = new Session();
let processorMsBefore: number | undefined;

function waitForStart(): void {
  const timer = setInterval(() => {
    if (existsSync(join(directory, "start"))) {
      clearInterval(timer);
      processorMsBefore = threadProcessorMs();
      session.connect();
      session.post("Profiler.enable");
      session.post("Profiler.setSamplingInterval", { interval: intervalMicroseconds });
      session.post("Profiler.start");
      waitForStop();
    }
  }, pollMs);
  timer.unref();
}

function waitForStop(): void {
  const timer = setInterval(() => {
    if (existsSync(join(directory, "stop"))) {
      clearInterval(timer);
      const after = threadProcessorMs();
      session.post("Profiler.stop", (_: unknown, result?: { readonly profile: SampledProfile }) =>
        write(result?.profile, after),
      );
    }
  }, pollMs);
  timer.unref();
}

function write(profile: SampledProfile | undefined, processorMsAfter: number | undefined): void {
  const record: ThreadRecord = {
    entry: Bun.main,
    processorMs:
      processorMsBefore === undefined || processorMsAfter === undefined
        ? undefined
        : processorMsAfter - processorMsBefore,
  };
  const path = join(directory, `thread-${threadId}`);
  writeFileSync(`${path}.cpuprofile`, JSON.stringify(profile));
  writeFileSync(`${path}.json`, JSON.stringify(record));
}

function threadProcessorMs(): number | undefined {
  try {
    const stat = readFileSync("/proc/thread-self/stat", "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000;
  } catch {
    return undefined;
  }
}

const PlainWorker = globalThis.Worker;
globalThis.Worker = class extends PlainWorker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, { ...options, preload: [import.meta.path] });
  }
};

waitForStart();
