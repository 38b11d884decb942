import { secondMs } from "../../core/time-units.ts";

/** The latest time at which a replica had all commits of its primary. */
export class CurrentTime {
  readonly #nowMs: () => number;
  #currentMs: number;

  /** `nowMs` is a monotonic clock; `ageMs` is the age of the copy at the start. */
  constructor(nowMs: () => number, ageMs: number) {
    this.#nowMs = nowMs;
    this.#currentMs = nowMs() - ageMs;
  }

  /** The age of the copy in whole seconds, rounded down. */
  get ageSeconds(): number {
    return Math.max(0, Math.floor((this.#nowMs() - this.#currentMs) / secondMs));
  }

  /**
   * Must be called when the copy has all commits of the primary. A primary that is a replica itself
   * has an age above 0.
   */
  markCurrent(primaryAgeSeconds: number): void {
    const age = Number.isFinite(primaryAgeSeconds) ? Math.max(0, primaryAgeSeconds) : 0;
    this.#currentMs = Math.max(this.#currentMs, this.#nowMs() - age * secondMs);
  }
}
