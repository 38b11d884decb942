import type { VirtualWorld } from "./virtual-world.ts";

/** Work of a process that waits for its time. */
export interface Task {
  readonly work: () => void;
  readonly process: VirtualProcess | null;
  isCancelled: boolean;
}

/**
 * A process of the simulation, until it is killed. Its tasks run in its own context: the globals
 * give it its own clock.
 */
export class VirtualProcess {
  readonly name: string;
  readonly #world: VirtualWorld;
  readonly #startedMs: number;
  /** How far its clock is ahead of the world's. */
  clockAheadMs = 0;
  #isAlive = true;
  #frozenSinceMs: number | null = null;
  readonly #held: Task[] = [];

  constructor(name: string, world: VirtualWorld) {
    this.name = name;
    this.#world = world;
    this.#startedMs = world.nowMs;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isRunning(): boolean {
    return this.#isAlive && this.#frozenSinceMs === null;
  }

  /** When its code could run last. */
  get ranAtMs(): number {
    return this.#frozenSinceMs ?? this.#world.nowMs;
  }

  /** As `performance.now`. It continues while the process is frozen. */
  get monotonicMs(): number {
    return this.#world.nowMs - this.#startedMs;
  }

  kill(): void {
    this.#isAlive = false;
    this.#held.length = 0;
  }

  freeze(): void {
    this.#frozenSinceMs ??= this.#world.nowMs;
  }

  /** Everything that became due in the meantime runs at once. */
  thaw(): void {
    this.#frozenSinceMs = null;
    for (const { work } of this.#held.splice(0).filter(({ isCancelled }) => !isCancelled)) {
      this.#world.after(0, work, this);
    }
  }

  /** Keeps a task for the end of the freeze. */
  hold(task: Task): void {
    if (this.#isAlive) {
      this.#held.push(task);
    }
  }
}
