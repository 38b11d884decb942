import { readFileSync, writeFileSync } from "node:fs";
import { residentMebibytes } from "../processor-time.ts";

const sampleMs = 20;
const giveBackPollMs = 100;
/** So that an attack does not take the memory of the machine from others. */
const guardMiB = 6 * 1_024;
const availableMinMiB = 1_536;

/** The resident memory of a process in MiB, sampled until it is stopped. */
export class MemoryWatch {
  readonly #pid: number;
  readonly #timer: Timer;
  readonly #isPeakReset: boolean;
  readonly #exceeded = Promise.withResolvers<void>();
  #highest = 0;
  #isGone = false;

  constructor(pid: number) {
    this.#pid = pid;
    this.#isPeakReset = resetPeak(pid);
    this.#timer = setInterval(() => this.#sample(), sampleMs);
    this.#sample();
  }

  /** Resolves when the process takes so much memory that it has to be killed. */
  get exceeded(): Promise<void> {
    return this.#exceeded.promise;
  }

  /** Whether the process has ended by itself. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Since the watch began. */
  get highestMiB(): number {
    return this.#highest;
  }

  /** Waits until the process holds `boundMiB` or less, or for `timeoutMs`; gives what it holds. */
  async settle(boundMiB: number, timeoutMs: number): Promise<number> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const { now } = residentMebibytes(this.#pid);
      if (now === undefined || now <= boundMiB || performance.now() >= deadline) {
        return now ?? 0;
      }
      await Bun.sleep(giveBackPollMs);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sample(): void {
    const { now, highest } = residentMebibytes(this.#pid);
    if (now === undefined) {
      this.#isGone = true;
      return;
    }
    const peak = this.#isPeakReset ? (highest ?? now) : now;
    this.#highest = Math.max(this.#highest, peak);
    if (now > guardMiB || availableMiB() < availableMinMiB) {
      this.#exceeded.resolve();
    }
  }
}

export const guardText = `stopped at ${guardMiB / 1_024} GiB`;

/** Makes VmHWM start again from VmRSS. False where the system does not allow it. */
function resetPeak(pid: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    return true;
  } catch {
    return false;
  }
}

function availableMiB(): number {
  try {
    const line = /^MemAvailable: +(?<kib>\d+)/m.exec(readFileSync("/proc/meminfo", "utf8"));
    return Number(line?.groups?.kib ?? Number.POSITIVE_INFINITY) / 1_024;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
