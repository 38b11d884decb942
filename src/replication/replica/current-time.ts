import { secondMs } from "../../core/time-units.ts";

/** When a replica last knew that it had all of its primary's commits. */
export class CurrentTime {
  readonly #nowMs: () => number;
  #currentMs: number;

  /** `nowMs` is a monotonic clock; `ageMs` is the age of the copy at the start. */
  constructor(nowMs: () => number, ageMs: number) {
    this.#nowMs = nowMs;
    this.#currentMs = nowMs() - ageMs;
  }

  /** In whole seconds, rounded down. */
  get ageSeconds(): number {
    return Math.max(0, Math.floor((this.#nowMs() - this.#currentMs) / secondMs));
  }

  /** Now, minus the age of the primary, which can be a replica itself. */
  isCurrent(originAgeSeconds: number): void {
    const age = Number.isFinite(originAgeSeconds) ? Math.max(0, originAgeSeconds) : 0;
    this.#currentMs = Math.max(this.#currentMs, this.#nowMs() - age * secondMs);
  }
}
