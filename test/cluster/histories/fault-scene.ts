import type { Random } from "../../fuzz/random.ts";
import type { HistoryCluster, NamedNode } from "./history-cluster.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import type { FaultWindow } from "./recorded-history.ts";

const holdMsMin = 500;
const holdMsMax = 4_000;

export interface FaultSceneOptions {
  readonly cluster: HistoryCluster;
  readonly recorder: HistoryRecorder;
  readonly random: Random;
  readonly fault: string;
}

/** What a fault acts on. It records which nodes the fault affects. */
export class FaultScene {
  readonly cluster: HistoryCluster;
  readonly random: Random;
  readonly #recorder: HistoryRecorder;
  readonly #fault: string;

  constructor({ cluster, recorder, random, fault }: FaultSceneOptions) {
    this.cluster = cluster;
    this.random = random;
    this.#recorder = recorder;
    this.#fault = fault;
  }

  someNode(): NamedNode {
    return this.random.pick(this.cluster.nodes);
  }

  /** Lets the fault last for a random time. */
  async hold(): Promise<void> {
    await Bun.sleep(holdMsMin + this.random.below(holdMsMax - holdMsMin));
  }

  /** The nodes may lag, or not answer, while the work is done. */
  async affect(
    effect: FaultWindow["effect"],
    nodes: readonly NamedNode[],
    work: () => Promise<void>,
  ): Promise<void> {
    const names = nodes.map(({ name }) => name);
    await this.#recorder.during({ fault: this.#fault, effect, nodes: names }, work);
  }
}

export interface FaultKind {
  readonly name: string;
  readonly happen: (scene: FaultScene) => Promise<void>;
}
