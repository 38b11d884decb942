import { busyMs } from "../processor-time.ts";
import { treesProcessorMs } from "./process-tree.ts";

/** How much of the machine's processor time went to processes that are not of this benchmark. */
export class OtherWork {
  readonly #startedMs = performance.now();
  readonly #busyMs = busyMs();
  readonly #ownMs = treesProcessorMs([process.pid]);
  #detachedMs = 0;

  /** Counts the processes of a system that are no children of this one, before they end. */
  addDetached(pids: readonly number[]): void {
    const [all, children] = [[process.pid, ...pids], [process.pid]].map(treesProcessorMs);
    this.#detachedMs += (all ?? 0) - (children ?? 0);
  }

  /** From 0 to 1, of all processors since the start; undefined if the system does not report it. */
  share(processors: number): number | undefined {
    const [busy, own] = [busyMs(), treesProcessorMs([process.pid])];
    if (busy === undefined || own === undefined) {
      return undefined;
    }
    const ownMs = own - (this.#ownMs ?? 0) + this.#detachedMs;
    const otherMs = busy - (this.#busyMs ?? 0) - ownMs;
    return Math.max(0, otherMs / ((performance.now() - this.#startedMs) * processors));
  }
}
