import { drainMicrotasks } from "bun:jsc";
import { Random } from "../fuzz/random.ts";
import { type Task, VirtualProcess } from "./virtual-process.ts";

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly task: Task;
}

/** When each world begins; milliseconds since the epoch. */
export const worldStartMs = 1_800_000_000_000;

/** An invariant does not hold; the message begins with its name. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/**
 * Virtual time: tasks run in the order of their times, each with all promises that it settles. The
 * same seed gives the same order.
 */
export class VirtualWorld {
  readonly random: Random;
  nowMs = worldStartMs;
  /** The number of tasks that ran. */
  taskCount = 0;
  /** How often each kind of trace line occurred; the kind is its first word. */
  readonly counts: Record<string, number> = {};
  #current: VirtualProcess | null = null;
  readonly #due: Due[] = [];
  #order = 0;
  #digest = 0;
  #violation: unknown;
  /** Called after each task, in the context of its process. */
  #afterTask: (process: VirtualProcess) => void = () => undefined;
  readonly #print: ((line: string) => void) | undefined;

  constructor(seed: number, print?: (line: string) => void) {
    this.random = new Random(seed);
    this.#print = print;
  }

  /** The process whose task runs now. */
  get current(): VirtualProcess | null {
    return this.#current;
  }

  /** A number that differs as soon as one task or trace line differs. */
  get digest(): number {
    return this.#digest;
  }

  afterEachTask(check: (process: VirtualProcess) => void): void {
    this.#afterTask = check;
  }

  start(name: string): VirtualProcess {
    return new VirtualProcess(name, this);
  }

  /** Adds a line to the trace, which a seed repeats exactly. */
  trace(text: string): void {
    const [kind = ""] = text.split(" ", 1);
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    this.#digest = Bun.hash.crc32(`${this.#digest} ${this.nowMs} ${text}`);
    this.#print?.(`${((this.nowMs - worldStartMs) / 1_000).toFixed(6)} ${text}`);
  }

  /** The first violation ends the run. */
  violate(violation: unknown): void {
    this.#violation ??= violation;
  }

  /** Runs work of a process after some milliseconds. */
  after(delayMs: number, work: () => void, process = this.#current): Task {
    const task: Task = { work, process, isCancelled: false };
    this.#add({ atMs: this.nowMs + Math.max(0, delayMs), order: this.#order++, task });
    return task;
  }

  /** The running task takes this long; what was due meanwhile runs after it. */
  pass(ms: number): void {
    this.nowMs += ms;
  }

  /** Runs work at once, in the context of a process. */
  as<Result>(process: VirtualProcess, work: () => Result): Result {
    const before = this.#current;
    this.#current = process;
    try {
      return work();
    } finally {
      drainMicrotasks();
      this.#current = before;
    }
  }

  /** Runs all tasks up to a time; throws the first violation. */
  runUntil(endMs: number): void {
    for (;;) {
      const first = this.#due[0];
      if (first === undefined || first.atMs > endMs) {
        break;
      }
      this.#removeFirst();
      this.#run(first);
      this.expectNone();
    }
    this.nowMs = endMs;
  }

  /** Throws the first violation. */
  expectNone(): void {
    if (this.#violation !== undefined) {
      throw this.#violation;
    }
  }

  #run({ atMs, task }: Due): void {
    const { process } = task;
    this.nowMs = Math.max(this.nowMs, atMs);
    if (task.isCancelled || process?.isAlive === false) {
      return;
    }
    if (process !== null && !process.isRunning) {
      process.hold(task);
      return;
    }
    this.taskCount++;
    this.#digest = (Math.imul(this.#digest, 31) + Math.round(this.nowMs * 1_000)) | 0;
    this.#current = process;
    try {
      task.work();
      drainMicrotasks();
      if (process?.isRunning === true) {
        this.#afterTask(process);
      }
    } catch (error) {
      this.violate(error);
    }
    this.#current = null;
  }

  #add(due: Due): void {
    const heap = this.#due;
    let index = heap.push(due) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(due, heap[parent])) {
        break;
      }
      heap[index] = heap[parent] ?? due;
      index = parent;
    }
    heap[index] = due;
  }

  #removeFirst(): void {
    const heap = this.#due;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) {
      return;
    }
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      const lesser = heap[child];
      if (lesser === undefined || !isBefore(lesser, last)) {
        break;
      }
      heap[index] = lesser;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(one: Due | undefined, other: Due | undefined): boolean {
  if (one === undefined || other === undefined) {
    return one !== undefined;
  }
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
