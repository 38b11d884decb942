import { GatehouseError } from "../../src/core/errors.ts";
import {
  auditsIn,
  creating,
  reading,
  refusing,
  writing,
  writingInSteps,
} from "./cluster-commands.ts";
import type { ClusterInvariants } from "./cluster-invariants.ts";
import type { ClusterNode } from "./virtual-cluster-node.ts";
import type { VirtualDatabase } from "./virtual-database.ts";
import { pollMs } from "./virtual-database-client.ts";
import type { VirtualNetwork } from "./virtual-network.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import { Violation, type VirtualWorld } from "./virtual-world.ts";

export const progressCheckMs = 1_000;
const longOneIn = 16;
const longStepsMax = 50;
/** A little more than commands run before they yield. */
const stepMs = 6;

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

  /** Some commands take long, which `amount` decides. */
  submit(kind: "write" | "create" | "refuse", { process, node }: Member, amount: number): void {
    const name = `${kind} ${this.#commandCount++}`;
    const command = { write: writing(name), create: creating(name), refuse: refusing }[kind];
    const stepCount = kind === "write" && amount % longOneIn === 0 ? amount % longStepsMax : 0;
    const submit = async () => {
      try {
        await (stepCount === 0
          ? node.submit(command)
          : node.submitInSteps(writingInSteps(name, stepCount, () => this.#world.pass(stepMs))));
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

  /** Every server commits, so long after all faults have healed. */
  expectWrites(members: readonly Member[]): void {
    const answered = new Set<VirtualProcess>();
    for (const { process, node } of members) {
      const write = () => node.submit(writing(`last ${process.name}`));
      this.#world.after(0, () => void write().then(() => answered.add(process)), process);
    }
    this.#world.runUntil(this.#world.nowMs + progressCheckMs);
    if (answered.size < members.length) {
      throw new Violation("progress: a server does not write after healing");
    }
  }

  /** Every server follows a commit of which no notification arrives. */
  expectPolls(members: readonly Member[], { quality }: VirtualNetwork): void {
    quality.newsLostPerMille = 1_000;
    for (const { process, node } of members.slice(0, 1)) {
      this.#world.after(0, () => void node.submit(writing("unannounced")), process);
    }
    this.#world.runUntil(this.#world.nowMs + progressCheckMs);
    const kept = auditsIn(this.#database.state);
    this.#world.runUntil(this.#world.nowMs + 2 * pollMs);
    const isBehind = ({ node: { writer } }: Member) =>
      writer === undefined || auditsIn(writer.state) < kept;
    if (members.some(isBehind)) {
      throw new Violation("polls: a server does not follow without notifications");
    }
    quality.newsLostPerMille = 0;
  }

  #answered(name: string, outcome: "acknowledged" | "refused" | "unknown"): void {
    this.#world.trace(`${outcome} ${name}`);
    this.#invariants.answered(name, outcome);
  }
}
