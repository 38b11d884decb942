import { GatehouseError } from "../../src/core/errors.ts";
import { auditsIn, creating, reading, refusing, writing } from "./cluster-commands.ts";
import type { ClusterInvariants } from "./cluster-invariants.ts";
import type { ClusterNode } from "./virtual-cluster-node.ts";
import type { VirtualDatabase } from "./virtual-database.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import { Violation, type VirtualWorld } from "./virtual-world.ts";

export interface Member {
  process: VirtualProcess;
  node: ClusterNode;
}

/** The clients of the servers of a cluster: each command has a name of its own. */
export class ClusterClients {
  readonly #world: VirtualWorld;
  readonly #database: VirtualDatabase;
  readonly #invariants: ClusterInvariants;
  #commandCount = 0;

  constructor(world: VirtualWorld, database: VirtualDatabase, invariants: ClusterInvariants) {
    this.#world = world;
    this.#database = database;
    this.#invariants = invariants;
  }

  submit(kind: "write" | "create" | "refuse", { process, node }: Member): void {
    const name = `${kind} ${this.#commandCount++}`;
    const command = { write: writing(name), create: creating(name), refuse: refusing }[kind];
    const submit = async () => {
      try {
        await node.submit(command);
        this.#answered(name, "acknowledged");
      } catch (error) {
        if (!(error instanceof GatehouseError)) {
          this.#world.violate(error);
        } else {
          this.#answered(name, error.message.includes("not known") ? "unknown" : "refused");
        }
      }
    };
    this.#world.after(0, () => void submit(), process);
  }

  /** A command without changes sees everything that was kept when it arrived. */
  read({ process, node }: Member): void {
    const read = async () => {
      const { failoverCount, state } = this.#database;
      const kept = auditsIn(state);
      const seen = await node.submit(reading).catch(() => undefined);
      const isComparable = seen !== undefined && failoverCount === this.#database.failoverCount;
      if (isComparable && Number(seen) < kept) {
        this.#world.violate(new Violation(`reads are current: ${seen} audits of ${kept}`));
      }
    };
    this.#world.after(0, () => void read(), process);
  }

  #answered(name: string, outcome: "acknowledged" | "refused" | "unknown"): void {
    this.#world.trace(`${outcome} ${name}`);
    this.#invariants.answered(name, outcome);
  }
}
