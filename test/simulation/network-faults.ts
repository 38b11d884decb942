import type { Step } from "./schedule.ts";
import type { VirtualNetwork } from "./virtual-network.ts";

/** The kinds of steps that `NetworkFaults` knows, and how often they occur. */
export const networkWeights = { mute: 2, deaf: 2, loss: 2, slow: 2 };

export interface NetworkFaultsOptions {
  readonly network: VirtualNetwork;
  /** The names of all processes. */
  readonly names: readonly string[];
  /** Ends a fault after a while. */
  readonly later: (forMs: number, work: () => void) => void;
}

/** Partitions, lost connections, and messages that arrive late or twice. */
export class NetworkFaults {
  readonly #options: NetworkFaultsOptions;

  constructor(options: NetworkFaultsOptions) {
    this.#options = options;
  }

  /** `name` is the process that the step concerns. Throws for a step of another kind. */
  begin({ kind, forMs, amount }: Step, name: string): void {
    const { network, later } = this.#options;
    const { quality } = network;
    switch (kind) {
      case "mute":
        this.#cut((other) => [name, other], name, forMs);
        break;
      case "deaf":
        this.#cut((other) => [other, name], name, forMs);
        break;
      case "loss":
        quality.lossPerMille = amount % 400;
        later(forMs, () => {
          quality.lossPerMille = 0;
        });
        break;
      case "slow":
        Object.assign(quality, { slowPerMille: amount % 300, doublePerMille: amount % 400 });
        later(forMs, () => Object.assign(quality, { slowPerMille: 0, doublePerMille: 0 }));
        break;
      default:
        throw new Error(`There is no step ${kind}`);
    }
  }

  /** Nothing goes to a process from all others. */
  cutOff(name: string, forMs: number): void {
    this.#cut((other) => [other, name], name, forMs);
  }

  #cut(way: (other: string) => readonly [string, string], name: string, forMs: number): void {
    const { network, names, later } = this.#options;
    for (const other of names.filter((each) => each !== name)) {
      const [from, to] = way(other);
      network.cut(from, to);
      later(forMs, () => network.join(from, to));
    }
  }
}
