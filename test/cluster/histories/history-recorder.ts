import type {
  FaultWindow,
  RecordedRead,
  RecordedSubmission,
  RecordedWrite,
} from "./recorded-history.ts";

const recoveryMsMax = 60_000;

/** What clients and faults did, in the order in which it ended. */
export class HistoryRecorder {
  readonly writes: RecordedWrite[] = [];
  readonly reads: RecordedRead[] = [];
  readonly submissions: RecordedSubmission[] = [];
  readonly windows: FaultWindow[] = [];
  /** For each time that a fault happened: how long it took until all nodes accepted writes again. */
  readonly recoveries = new Map<string, number[]>();
  /** Answers that no operation may have. */
  readonly surprises: string[] = [];

  /** Records that nodes were affected while something was done. */
  async during(
    affected: Omit<FaultWindow, "node" | "start" | "end"> & { readonly nodes: readonly string[] },
    work: () => Promise<void>,
  ): Promise<void> {
    const { fault, effect, nodes } = affected;
    const start = performance.now();
    try {
      await work();
    } finally {
      const end = performance.now();
      this.windows.push(...nodes.map((node) => ({ fault, effect, node, start, end })));
    }
  }

  /** Resolves when a fault that is over has no more effect on writes. */
  async untilRecovered(fault: string, nodes: readonly string[]): Promise<void> {
    const since = performance.now();
    await this.untilWritable(nodes);
    const recoveries = this.recoveries.get(fault) ?? [];
    recoveries.push(performance.now() - since);
    this.recoveries.set(fault, recoveries);
  }

  /** Resolves when each node has acknowledged a write that began after this call. */
  async untilWritable(nodes: readonly string[]): Promise<void> {
    const since = performance.now();
    const missing = new Set(nodes);
    let seen = this.writes.length;
    while (missing.size > 0) {
      if (performance.now() - since > recoveryMsMax) {
        throw new Error(`${[...missing].join(", ")} accepted no write for ${recoveryMsMax} ms`);
      }
      await Bun.sleep(10);
      for (const { node, start, outcome } of this.writes.slice(seen)) {
        if (outcome === "ok" && start >= since) {
          missing.delete(node);
        }
      }
      seen = this.writes.length;
    }
  }
}
