import type { Change } from "../../src/core/model/change.ts";
import type { State } from "../../src/core/model/state.ts";
import { auditsIn, namesIn, shownState } from "./cluster-commands.ts";
import type { VirtualStore } from "./virtual-storage.ts";
import { Violation, type VirtualWorld } from "./virtual-world.ts";

export type Outcome = "acknowledged" | "refused" | "unknown";

/** What readers of a server see. */
interface Served {
  readonly position: number;
  readonly state: State;
}

/** What must hold at every step of a primary and its replicas. */
export class ReplicaInvariants {
  readonly #world: VirtualWorld;
  readonly #store: VirtualStore;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #kept = new Map<string, number>();
  /** The names that the disk lost when an older copy was put back. */
  readonly #lost = new Set<string>();
  /** All states that ever were kept, as replicas show them. */
  readonly #states = new Set<string>();
  readonly #seen = new WeakMap<object, Served>();

  constructor(world: VirtualWorld, store: VirtualStore) {
    this.#world = world;
    this.#store = store;
    store.onKept = ({ changes, before }, state) => this.#committed(changes, before, state);
    this.#states.add(shownFeatures(store.state));
  }

  answered(name: string, outcome: Outcome): void {
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

  /** What was acknowledged may be missing: an older copy of the disk is put back. */
  putBack(): void {
    for (const [name, outcome] of this.#outcomes) {
      if (outcome === "acknowledged") {
        this.#lost.add(name);
      }
    }
    this.recount();
  }

  /** The process has ended, and the disk has what it has. */
  recount(): void {
    this.#states.add(shownFeatures(this.#store.state));
    this.#kept.clear();
    for (const name of this.#store.names()) {
      this.#kept.set(name, 1);
      this.#lost.delete(name);
    }
  }

  /** A reader of a server sees only what was kept, and positions of the primary rise. */
  check(served: Served, isPrimary: boolean): void {
    const { position, state } = served;
    const seen = this.#seen.get(served);
    if (seen?.state === state) {
      return;
    }
    if (!this.#states.has(shownFeatures(state))) {
      this.#violate(`readers see only what was kept: position ${position}`);
    }
    if (isPrimary && seen !== undefined && position <= seen.position) {
      this.#violate(`positions rise: ${position} after ${seen.position}`);
    }
    this.#seen.set(served, { position, state });
  }

  /** When all faults have ended, and all servers have had time. */
  checkEnd(isSettled: boolean): void {
    for (const [name, outcome] of this.#outcomes) {
      const kept = this.#kept.get(name) ?? 0;
      const mayLack = outcome !== "acknowledged" || this.#lost.has(name);
      if (kept > 1 || (kept === 0 && !mayLack) || (kept > 0 && outcome === "refused")) {
        this.#violate(`${outcome}: ${name} is kept ${kept} times`);
      }
    }
    if (!isSettled) {
      this.#violate("replicas equal the primary after healing");
    }
  }

  #committed(changes: readonly Change[], before: State, state: State): void {
    const names = namesIn(changes);
    for (const name of names) {
      this.#kept.set(name, (this.#kept.get(name) ?? 0) + 1);
      if (this.#kept.get(name) !== 1 || this.#outcomes.get(name) === "refused") {
        this.#violate(`kept once: ${name} is kept again, or after its refusal`);
      }
    }
    if (auditsIn(state) !== auditsIn(before) + names.length) {
      this.#violate("audits have no gap, and a commit is based on the latest state");
    }
    const isRisen = (state.revisions.get(1) ?? 0) > (before.revisions.get(1) ?? 0);
    if (names.length > 0 && !isRisen) {
      this.#violate("revisions rise");
    }
    this.#states.add(shownFeatures(state));
    this.#world.trace(`kept ${this.#store.position} ${names.join()}`);
  }

  /** Throws nothing: the code that is tested would catch it. */
  #violate(message: string): void {
    this.#world.violate(new Violation(message));
  }
}

/** What replicas have of a state too. */
function shownFeatures(state: State): string {
  return shownState(state).replace(/^\d+ /, "");
}
