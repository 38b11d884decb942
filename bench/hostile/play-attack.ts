import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ChildProcesses } from "../child-processes.ts";
import { Gatehouse, type Launch } from "../gatehouse.ts";
import { residentMebibytes } from "../processor-time.ts";
import {
  type Attack,
  NotMeasurable,
  type Played,
  type PreparedAttack,
  type SharedData,
} from "./attack.ts";
import { now } from "./clock.ts";
import { statusText } from "./hostile-client.ts";
import {
  type HostileOutcome,
  leftMaxMiB,
  requestMemoryMaxMiB,
  type Unmeasured,
} from "./hostile-outcome.ts";
import type { TimeWindow } from "./longest-gap.ts";
import { guardText, MemoryWatch } from "./memory-watch.ts";
import { type ProbeResult, probeResult, startProbe } from "./probe.ts";

const timeoutMsDefault = 20_000;
const prepareTimeoutMs = 30_000;
/** The server is idle for so long before the measurement, and the probe for so long in it. */
const idleMs = 300;
const quietMs = 600;
/** What the server does shortly after the last answer counts too. */
const afterMs = 500;
const giveBackMs = 10_000;
/** Below that a stall of the probe's own process hardly changes the gap. */
const stallNotedMs = 25;
const bytesPerMiB = 1_024 * 1_024;

/** Plays attacks, each against a new server on a data directory of its own. */
export class AttackPlayer {
  readonly #processes: ChildProcesses;
  readonly #executable: string;
  readonly #directory: string;
  readonly #filled = new Map<SharedData, Promise<string>>();
  #count = 0;

  /** `directory` takes the data directories. */
  constructor(processes: ChildProcesses, executable: string, directory: string) {
    this.#processes = processes;
    this.#executable = executable;
    this.#directory = directory;
  }

  async play(attack: Attack): Promise<HostileOutcome | Unmeasured> {
    const directory = join(this.#directory, `attack-${this.#count++}`);
    await mkdir(directory);
    let server: Gatehouse | undefined;
    try {
      const data = join(directory, "data");
      if (attack.data !== undefined) {
        await cp(await this.#filledDirectory(attack.data), data, { recursive: true });
      }
      const launch = await attack.launch?.({ processes: this.#processes, directory });
      server = await this.#start(data, launch);
      const prepared = await beforeTimeout(attack.prepare(server), prepareTimeoutMs);
      if (attack.data === undefined) {
        await server.restart();
      }
      return await measure(this.#processes, server, attack, prepared);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { attack: attack.name, reason, hasFailed: !(error instanceof NotMeasurable) };
    } finally {
      await server?.stop("SIGKILL");
      await rm(directory, { recursive: true, force: true });
    }
  }

  #filledDirectory(data: SharedData): Promise<string> {
    const known = this.#filled.get(data);
    const filled = known ?? this.#fill(data, join(this.#directory, `shared-${this.#filled.size}`));
    this.#filled.set(data, filled);
    return filled;
  }

  async #fill({ fill }: SharedData, directory: string): Promise<string> {
    const server = await this.#start(directory);
    try {
      await beforeTimeout(fill(server), prepareTimeoutMs);
    } finally {
      await server.stop();
    }
    return directory;
  }

  #start(data: string, launch?: Launch): Promise<Gatehouse> {
    const quiet: Launch = { logLevel: "error", ...launch };
    return Gatehouse.start(this.#processes, this.#executable, data, quiet);
  }
}

async function measure(
  processes: ChildProcesses,
  server: Gatehouse,
  attack: Attack,
  prepared: PreparedAttack,
): Promise<HostileOutcome> {
  await prepared.warmUp?.(server);
  await Bun.sleep(idleMs);
  const stopProbe = startProbe(processes, server);
  const quietStartMs = now();
  await Bun.sleep(quietMs);
  const beforeMiB = residentMebibytes(server.pid).now ?? 0;
  const watch = new MemoryWatch(server.pid);
  const startMs = now();
  const result = await playWatched(server, watch, prepared, attack.timeoutMs ?? timeoutMsDefault);
  const seconds = (now() - startMs) / 1_000;
  if (result.ending === null) {
    await Bun.sleep(afterMs);
  }
  const window: TimeWindow = { fromMs: startMs, toMs: now() };
  const record = await stopProbe();
  const probed = probeResult(record, { fromMs: quietStartMs, toMs: startMs }, window);
  const waitMs = prepared.givesBack === true ? giveBackMs : 0;
  const leftMiB =
    result.ending === null ? await watch.settle(beforeMiB + leftMaxMiB, waitMs) : null;
  watch.stop();
  const stored =
    result.ending === null && prepared.isStoring === true
      ? await startAgain(server, beforeMiB, prepared)
      : { memoryMiB: beforeMiB, checks: [] };
  return outcomeOf({
    name: attack.name,
    prepared,
    result,
    probed,
    watch,
    seconds,
    leftMiB,
    stored,
  });
}

interface PlayResult {
  readonly ending: string | null;
  readonly played: Played;
}

async function playWatched(
  server: Gatehouse,
  watch: MemoryWatch,
  prepared: PreparedAttack,
  timeoutMs: number,
): Promise<PlayResult> {
  const nothing: Played = { answers: [] };
  const playing = prepared.play(server).then((played) => ({ ending: null, played }));
  const timedOut = Bun.sleep(timeoutMs).then(() => ({
    ending: `did not end in ${timeoutMs / 1_000} s`,
    played: nothing,
  }));
  const exceeded = watch.exceeded.then(() => ({ ending: guardText, played: nothing }));
  const result = await Promise.race([playing, timedOut, exceeded]);
  if (result.ending !== null) {
    // What the attack still waits for fails once its server has ended.
    playing.catch(() => undefined);
    await server.stop("SIGKILL");
  }
  return watch.isGone && result.ending === null
    ? { ...result, ending: "the server ended" }
    : result;
}

interface Stored {
  readonly memoryMiB: number;
  readonly checks: Played["checks"];
}

/** Starts the server on what the attack stored: so much memory is its state. */
async function startAgain(
  server: Gatehouse,
  emptyMiB: number,
  { restart }: PreparedAttack,
): Promise<Stored> {
  await server.restart();
  await Bun.sleep(idleMs);
  const memoryMiB = Math.max(emptyMiB, residentMebibytes(server.pid).now ?? 0);
  const stateMiB = memoryMiB - emptyMiB;
  const text = `started again in ${Math.round(server.startMs)} ms with ${Math.round(stateMiB)} MiB more`;
  if (restart === undefined) {
    return { memoryMiB, checks: [{ text, isKept: true }] };
  }
  const isKept = server.startMs <= restart.startMaxMs && stateMiB <= restart.memoryMaxMiB;
  const bounds = `(max ${restart.startMaxMs} ms, ${restart.memoryMaxMiB} MiB)`;
  return { memoryMiB, checks: [{ text: `${text} ${bounds}`, isKept }] };
}

function outcomeOf(measured: {
  readonly name: string;
  readonly prepared: PreparedAttack;
  readonly result: PlayResult;
  readonly probed: ProbeResult;
  readonly watch: MemoryWatch;
  readonly seconds: number;
  readonly leftMiB: number | null;
  readonly stored: Stored;
}): HostileOutcome {
  const { name, prepared, result, probed, watch, seconds, leftMiB, stored } = measured;
  const { answers, notes = [], checks = [] } = result.played;
  const stalled =
    probed.stallMs < stallNotedMs
      ? []
      : [`the probe itself was stalled for ${Math.round(probed.stallMs)} ms`];
  const largest = Math.max(0, ...answers.map(({ byteCount }) => byteCount));
  const { ownBytes = 0, answerBytesMax = Number.POSITIVE_INFINITY } = prepared;
  const ownMiB = (ownBytes + Math.min(largest, answerBytesMax)) / bytesPerMiB;
  const largestText = `largest answer ${mebibytes(largest)}`;
  const answerCheck =
    prepared.answerBytesMax === undefined || result.ending !== null
      ? []
      : [
          {
            text: `${largestText} (max ${mebibytes(answerBytesMax)})`,
            isKept: largest <= answerBytesMax,
          },
        ];
  return {
    attack: name,
    ending: result.ending,
    statuses: statusText(answers),
    ...probed,
    memoryMiB: Math.max(0, watch.highestMiB - stored.memoryMiB),
    memoryMaxMiB: prepared.memoryMaxMiB ?? requestMemoryMaxMiB + ownMiB,
    leftMiB: leftMiB === null ? null : Math.max(0, leftMiB - stored.memoryMiB),
    leftMaxMiB: prepared.givesBack === true ? leftMaxMiB : null,
    seconds,
    notes: [...(prepared.note === undefined ? [] : [prepared.note]), ...notes, ...stalled],
    checks: [...answerCheck, ...checks, ...(stored.checks ?? [])],
  };
}

function mebibytes(bytes: number): string {
  return `${(bytes / bytesPerMiB).toFixed(1)} MiB`;
}

async function beforeTimeout<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new NotMeasurable(`preparing it took longer than ${timeoutMs / 1_000} s`)),
    timeoutMs,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
