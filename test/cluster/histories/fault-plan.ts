import type { Random } from "../../fuzz/random.ts";
import { databaseFaultKinds } from "./database-fault-kinds.ts";
import { type FaultKind, FaultScene } from "./fault-scene.ts";
import type { HistoryCluster } from "./history-cluster.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import { linkFaultKinds } from "./link-fault-kinds.ts";
import { nodeFaultKinds } from "./node-fault-kinds.ts";

const pauseMsMin = 500;
const pauseMsMax = 5_000;

export const faultKinds: readonly FaultKind[] = [
  ...nodeFaultKinds,
  ...linkFaultKinds,
  ...databaseFaultKinds,
];

export interface FaultPlanOptions {
  readonly cluster: HistoryCluster;
  readonly recorder: HistoryRecorder;
  readonly random: Random;
  readonly seconds: number;
}

/** One fault after the other, in an order that the seed of `random` repeats, until the time is over. */
export async function causeFaults(options: FaultPlanOptions): Promise<void> {
  const { cluster, recorder, random, seconds } = options;
  const until = performance.now() + seconds * 1_000;
  let next: FaultKind[] = [];
  while (performance.now() < until) {
    if (next.length === 0) {
      next = shuffled(faultKinds, random);
    }
    await Bun.sleep(pauseMsMin + random.below(pauseMsMax - pauseMsMin));
    const kind = next.pop();
    if (kind !== undefined) {
      await kind.happen(new FaultScene({ cluster, recorder, random, fault: kind.name }));
      await recorder.untilRecovered(kind.name, cluster.names);
    }
  }
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const rest = [...values];
  const order: Value[] = [];
  while (rest.length > 0) {
    order.push(...rest.splice(random.below(rest.length), 1));
  }
  return order;
}
