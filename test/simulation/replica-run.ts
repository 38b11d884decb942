import { GatehouseError } from "../../src/core/errors.ts";
import type { Change } from "../../src/core/model/change.ts";
import { changesOfState } from "../../src/core/model/changes-of-state.ts";
import type { State } from "../../src/core/model/state.ts";
import { replicatedChanges } from "../../src/replication/primary/replicated-changes.ts";
import { foundation } from "../contract/sample-entities.ts";
import { creating, refusing, writing } from "./cluster-commands.ts";
import { NetworkFaults, networkWeights } from "./network-faults.ts";
import { ReplicaInvariants } from "./replica-invariants.ts";
import type { Schedule, Step } from "./schedule.ts";
import type { VirtualDisk } from "./virtual-disk.ts";
import { VirtualNetwork } from "./virtual-network.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import {
  CopyStores,
  type FollowedServer,
  PrimaryProcess,
  ReplicaServer,
} from "./virtual-replicas.ts";
import { VirtualStore } from "./virtual-storage.ts";
import type { VirtualWorld } from "./virtual-world.ts";

const healMs = 60_000;
const settledWithinMs = 5_000;
/** A server, a replica of it, and a replica of that replica. */
const names = ["primary", "replica", "second replica"] as const;

export const replicaForm = {
  weights: {
    ...{ write: 40, create: 10, refuse: 2, fails: 3, keptInDoubt: 3, lostInDoubt: 3 },
    ...{ kill: 6, freeze: 3, putBack: 1 },
    ...networkWeights,
  },
  nodeCount: names.length,
  stepsMax: 200,
  pauseMsMax: 2_000,
};

const base: readonly Change[] = [
  ...foundation,
  {
    kind: "replica.saved",
    replica: { id: 1, name: "replica", hash: "0".repeat(64), createdAt: 1_000 },
  },
];

interface Place {
  process: VirtualProcess;
  readonly server: PrimaryProcess | ReplicaServer;
}

/** A server on its own disk, and two replicas in a chain. */
export class ReplicaRun {
  readonly #world: VirtualWorld;
  readonly #network: VirtualNetwork;
  readonly #networkFaults: NetworkFaults;
  readonly #store: VirtualStore;
  readonly #copies: CopyStores;
  readonly #directories: readonly string[];
  readonly #places: Place[] = [];
  readonly #invariants: ReplicaInvariants;
  #commandCount = 0;
  #isHealed = false;

  constructor(world: VirtualWorld, disk: VirtualDisk) {
    this.#world = world;
    this.#network = new VirtualNetwork(world);
    this.#store = new VirtualStore(world, base);
    this.#invariants = new ReplicaInvariants(world, this.#store);
    this.#networkFaults = new NetworkFaults({
      ...{ network: this.#network, names },
      later: (forMs, work) => this.#later(forMs, work),
    });
    this.#copies = new CopyStores(world);
    this.#directories = names.map(() => disk.newDirectory());
    for (const node of names.keys()) {
      this.#places.push(this.#start(node));
    }
    world.afterEachTask((process) => this.#check(process));
  }

  /** Runs a schedule until everything is healed. Throws a `Violation`. */
  run({ steps }: Schedule): void {
    const startMs = this.#world.nowMs;
    for (const step of steps) {
      this.#world.after(step.atMs, () => this.#step(step), null);
    }
    this.#world.runUntil(startMs + Math.max(0, ...steps.map(({ atMs }) => atMs)));
    this.#heal();
    this.#world.runUntil(this.#world.nowMs + healMs);
    this.#command("write");
    const endMs = this.#world.nowMs + settledWithinMs;
    while (!this.#isSettled && this.#world.nowMs < endMs) {
      this.#world.runUntil(this.#world.nowMs + 10);
    }
    this.#invariants.checkEnd(this.#isSettled);
    this.#world.expectNone();
  }

  #start(node: number): Place {
    const process = this.#world.start(names[node] ?? "");
    const server = this.#world.as(process, () =>
      node === 0
        ? new PrimaryProcess(this.#store.open(process), (error) => this.#world.violate(error))
        : new ReplicaServer({
            ...{ world: this.#world, network: this.#network, process, stores: this.#copies },
            directory: this.#directories[node] ?? "",
            followed: () => this.#servedBy(node - 1),
            onFault: (error) => this.#world.violate(error),
          }),
    );
    this.#world.trace(`start ${process.name}`);
    return { process, server };
  }

  #servedBy(node: number): readonly [VirtualProcess, FollowedServer | undefined] {
    const place = this.#places[node];
    if (place === undefined) {
      throw new Error("there is no such place");
    }
    return [place.process, servedBy(place)];
  }

  #step(step: Step): void {
    const { kind, node, forMs, amount } = step;
    const place = this.#places[node];
    if (place === undefined || this.#isHealed) {
      return;
    }
    this.#world.trace(`${kind} ${node} ${forMs}`);
    switch (kind) {
      case "write":
      case "create":
      case "refuse":
        this.#command(kind);
        break;
      case "fails":
        this.#store.failNext("fails");
        break;
      case "keptInDoubt":
        this.#store.failNext("kept in doubt");
        break;
      case "lostInDoubt":
        this.#store.failNext("lost in doubt");
        break;
      case "kill":
        this.#kill(node, forMs);
        break;
      case "freeze":
        place.process.freeze();
        this.#later(forMs, () => place.process.thaw());
        break;
      case "putBack":
        this.#putBack(forMs, amount);
        break;
      default:
        this.#networkFaults.begin(step, place.process.name);
    }
  }

  #command(kind: "write" | "create" | "refuse"): void {
    const [place] = this.#places;
    const name = `${kind} ${this.#commandCount++}`;
    const command = { write: writing(name), create: creating(name), refuse: refusing }[kind];
    const submit = async () => {
      try {
        if (place?.server instanceof PrimaryProcess) {
          await place.server.writer.submit(command);
          this.#invariants.answered(name, "acknowledged");
        }
      } catch (error) {
        if (!(error instanceof GatehouseError)) {
          this.#world.violate(error);
        } else {
          this.#invariants.answered(
            name,
            error.message.includes("not known") ? "unknown" : "refused",
          );
        }
      }
    };
    this.#world.after(0, () => void submit(), place?.process ?? null);
  }

  #kill(node: number, forMs: number): void {
    const place = this.#places[node];
    if (place?.process.isAlive === true) {
      place.process.kill();
      if (node === 0) {
        this.#crashStore();
      } else {
        this.#copies.crashAll();
      }
      this.#later(forMs, () => this.#restart(node));
    }
  }

  #crashStore(): void {
    const before = this.#store.position;
    this.#store.crash();
    if (this.#store.position > before) {
      this.#invariants.recount();
    }
  }

  /** An older copy of the primary's disk is put back, such as a backup. */
  #putBack(forMs: number, amount: number): void {
    const position = Math.max(0, this.#store.position - (amount % 6));
    this.#later(forMs, () => {
      if (this.#store.position > position) {
        this.#places[0]?.process.kill();
        this.#store.crash();
        this.#store.putBack(position);
        this.#invariants.putBack();
        this.#restart(0);
      }
    });
  }

  #restart(node: number): void {
    if (this.#places[node]?.process.isAlive === false) {
      this.#places[node] = this.#start(node);
    }
  }

  #later(forMs: number, work: () => void): void {
    this.#world.after(forMs, () => this.#isHealed || work(), null);
  }

  #heal(): void {
    this.#world.trace("heal");
    this.#isHealed = true;
    this.#network.heal();
    for (const node of names.keys()) {
      this.#places[node]?.process.thaw();
      this.#restart(node);
    }
  }

  #check(process: VirtualProcess): void {
    const place = this.#places.find((each) => each.process === process);
    const served = place === undefined ? undefined : servedBy(place);
    if (served !== undefined) {
      this.#invariants.check(served, place?.server instanceof PrimaryProcess);
    }
  }

  get #isSettled(): boolean {
    const expected = replicated(this.#store.state);
    return this.#places.every((place) => {
      const served = servedBy(place);
      return served !== undefined && replicated(served.state) === expected;
    });
  }
}

function servedBy({ server }: Place): FollowedServer | undefined {
  return server instanceof PrimaryProcess ? server : server.served;
}

function replicated(state: State): string {
  return JSON.stringify([...replicatedChanges(changesOfState(state), state)]);
}
