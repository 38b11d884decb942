import { GatehouseError } from "../../src/core/errors.ts";
import type { Change } from "../../src/core/model/change.ts";
import { changesOfState } from "../../src/core/model/changes-of-state.ts";
import type { State } from "../../src/core/model/state.ts";
import { replicatedChanges } from "../../src/replication/primary/replicated-changes.ts";
import { foundation } from "../contract/sample-entities.ts";
import { auditsIn, creating, namesIn, refusing, shownState, writing } from "./cluster-commands.ts";
import {
  CopyStores,
  type FollowedServer,
  PrimaryProcess,
  ReplicaServer,
} from "./replica-processes.ts";
import type { Schedule, Step } from "./schedule.ts";
import type { VirtualDisk } from "./virtual-disk.ts";
import { VirtualNetwork } from "./virtual-network.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import { VirtualStore } from "./virtual-storage.ts";
import { Violation, type VirtualWorld } from "./virtual-world.ts";

const healMs = 60_000;
const settledWithinMs = 5_000;
/** A server, a replica of it, and a replica of that replica. */
const names = ["primary", "replica", "second replica"] as const;

export const replicaForm = {
  weights: {
    ...{ write: 40, create: 10, refuse: 2, fails: 3, keptInDoubt: 3, lostInDoubt: 3 },
    ...{ kill: 6, freeze: 3, putBack: 1, mute: 2, deaf: 2, loss: 2, slow: 1 },
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

type Outcome = "acknowledged" | "refused" | "unknown";

interface Place {
  process: VirtualProcess;
  readonly server: PrimaryProcess | ReplicaServer;
}

/** A server on its own disk, and two replicas in a chain. */
export class ReplicaRun {
  readonly #world: VirtualWorld;
  readonly #network: VirtualNetwork;
  readonly #store: VirtualStore;
  readonly #copies: CopyStores;
  readonly #directories: readonly string[];
  readonly #places: Place[] = [];
  readonly #outcomes = new Map<string, Outcome>();
  readonly #kept = new Map<string, number>();
  /** The names that the disk lost when an older copy was put back. */
  readonly #lost = new Set<string>();
  /** All states that ever were kept, as replicas show them. */
  readonly #states = new Set<string>();
  readonly #seen = new WeakMap<object, { position: number; state: State }>();
  #commandCount = 0;
  #isHealed = false;

  constructor(world: VirtualWorld, disk: VirtualDisk) {
    this.#world = world;
    this.#network = new VirtualNetwork(world);
    this.#store = new VirtualStore(world, base);
    this.#store.onKept = ({ changes, before }, state) => this.#committed(changes, before, state);
    this.#states.add(shownFeatures(this.#store.state));
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
    this.#checkEnd();
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

  #step({ kind, node, forMs, amount }: Step): void {
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
        this.#networkFault(kind, place.process.name, { forMs, amount });
    }
  }

  #networkFault(kind: string, name: string, { forMs, amount }: Pick<Step, "forMs" | "amount">) {
    const { quality } = this.#network;
    switch (kind) {
      case "mute":
      case "deaf":
        for (const other of names.filter((each) => each !== name)) {
          const [from, to] = kind === "mute" ? [name, other] : [other, name];
          this.#network.cut(from, to);
          this.#later(forMs, () => this.#network.join(from, to));
        }
        break;
      case "loss":
        quality.lossPerMille = amount % 200;
        this.#later(forMs, () => Object.assign(quality, { lossPerMille: 0 }));
        break;
      case "slow":
        quality.slowPerMille = amount % 200;
        this.#later(forMs, () => Object.assign(quality, { slowPerMille: 0 }));
        break;
      default:
        throw new Error(`There is no step ${kind}`);
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
          this.#answered(name, "acknowledged");
        }
      } catch (error) {
        if (!(error instanceof GatehouseError)) {
          this.#world.violate(error);
        } else {
          this.#answered(name, error.message.includes("not known") ? "unknown" : "refused");
        }
      }
    };
    this.#world.after(0, () => void submit(), place?.process ?? null);
  }

  #answered(name: string, outcome: Outcome): void {
    this.#world.trace(`${outcome} ${name}`);
    this.#outcomes.set(name, outcome);
    const kept = this.#kept.get(name) ?? 0;
    if (outcome === "acknowledged" && kept !== 1 && !this.#lost.has(name)) {
      this.#violate(`acknowledged = kept once: ${name} is kept ${kept} times`);
    }
    if (outcome === "refused" && kept !== 0) {
      this.#violate(`refused = not kept: ${name}`);
    }
  }

  #committed(changes: readonly Change[], before: State, state: State): void {
    for (const name of namesIn(changes)) {
      this.#kept.set(name, (this.#kept.get(name) ?? 0) + 1);
      if (this.#kept.get(name) !== 1 || this.#outcomes.get(name) === "refused") {
        this.#violate(`kept once: ${name} is kept again, or after its refusal`);
      }
    }
    if (auditsIn(state) !== auditsIn(before) + namesIn(changes).length) {
      this.#violate("audits have no gap, and a commit is based on the latest state");
    }
    const isRisen = (state.revisions.get(1) ?? 0) > (before.revisions.get(1) ?? 0);
    if (namesIn(changes).length > 0 && !isRisen) {
      this.#violate("revisions rise");
    }
    this.#states.add(shownFeatures(state));
    this.#world.trace(`kept ${this.#store.position} ${namesIn(changes).join()}`);
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
      this.#recount();
    }
  }

  /** An older copy of the primary's disk is put back, such as a backup. */
  #putBack(forMs: number, amount: number): void {
    const position = Math.max(0, this.#store.position - (amount % 6));
    this.#later(forMs, () => {
      if (this.#store.position > position) {
        this.#places[0]?.process.kill();
        this.#store.crash();
        for (const [name, outcome] of this.#outcomes) {
          if (outcome === "acknowledged") {
            this.#lost.add(name);
          }
        }
        this.#store.putBack(position);
        this.#recount();
        this.#restart(0);
      }
    });
  }

  /** What the disk has after a crash. */
  #recount(): void {
    this.#states.add(shownFeatures(this.#store.state));
    this.#kept.clear();
    for (const name of this.#store.names()) {
      this.#kept.set(name, 1);
      this.#lost.delete(name);
    }
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

  /** A reader of a server sees only what was kept, and never goes back without a new copy. */
  #check(process: VirtualProcess): void {
    const place = this.#places.find((each) => each.process === process);
    const served = place === undefined ? undefined : servedBy(place);
    if (served === undefined) {
      return;
    }
    const { position, state } = served;
    const seen = this.#seen.get(served);
    if (seen?.state === state) {
      return;
    }
    if (!this.#states.has(shownFeatures(state))) {
      this.#violate(`readers see only what was kept: ${process.name} at ${position}`);
    }
    if (process.name === "primary" && seen !== undefined && position <= seen.position) {
      this.#violate(`positions rise: ${position} after ${seen.position}`);
    }
    this.#seen.set(served, { position, state });
  }

  get #isSettled(): boolean {
    const expected = replicated(this.#store.state);
    return this.#places.every((place) => {
      const served = servedBy(place);
      return served !== undefined && replicated(served.state) === expected;
    });
  }

  #checkEnd(): void {
    for (const [name, outcome] of this.#outcomes) {
      const kept = this.#kept.get(name) ?? 0;
      const mayLack = outcome !== "acknowledged" || this.#lost.has(name);
      if (kept > 1 || (kept === 0 && !mayLack) || (kept > 0 && outcome === "refused")) {
        this.#violate(`${outcome}: ${name} is kept ${kept} times`);
      }
    }
    if (!this.#isSettled) {
      this.#violate("replicas equal the primary after healing");
    }
  }

  /** Throws nothing: the code that is tested would catch it. */
  #violate(message: string): void {
    this.#world.violate(new Violation(message));
  }
}

function servedBy({ server }: Place): FollowedServer | undefined {
  return server instanceof PrimaryProcess ? server : server.served;
}

/** What replicas have of a state too. */
function shownFeatures(state: State): string {
  return shownState(state).replace(/^\d+ /, "");
}

function replicated(state: State): string {
  return JSON.stringify([...replicatedChanges(changesOfState(state), state)]);
}
