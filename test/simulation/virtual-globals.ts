import type { Task } from "./virtual-process.ts";
import type { VirtualWorld } from "./virtual-world.ts";

/** An iteration of the event loop takes some time, so that loops of them end. */
const turnMs = 0.01;

/** What `setTimeout` returns. */
class VirtualTimer {
  task: Task;

  constructor(task: Task) {
    this.task = task;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

/**
 * Replaces timers, clocks, ids and random numbers of JavaScript by those of a world, until the
 * returned function is called. So the sources run as they are.
 */
export function useVirtualGlobals(world: VirtualWorld): () => void {
  const now = () => world.nowMs + (world.current?.clockAheadMs ?? 0);
  const laterCalled = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    new VirtualTimer(world.after(Math.max(1, ms), () => work(...given)));
  const RealDate = Date;
  class VirtualDate extends RealDate {
    constructor(given: number | string | Date = Math.floor(now())) {
      super(given);
    }
    static override now(): number {
      return Math.floor(now());
    }
  }
  return replaceAll([
    [globalThis, "setTimeout", laterCalled],
    [globalThis, "clearTimeout", cancel],
    [globalThis, "clearInterval", cancel],
    [globalThis, "clearImmediate", cancel],
    [globalThis, "setInterval", (work: () => void, ms = 0) => repeated(world, work, ms)],
    [
      globalThis,
      "setImmediate",
      (work: () => void) => new VirtualTimer(world.after(turnMs, () => work())),
    ],
    [globalThis, "Date", VirtualDate],
    [performance, "now", () => world.current?.monotonicMs ?? world.nowMs],
    [Math, "random", () => world.random.below(2 ** 31) / 2 ** 31],
    [crypto, "randomUUID", () => virtualUuid(world)],
    [crypto, "getRandomValues", (bytes: Uint8Array) => filled(world, bytes)],
    [
      Bun,
      "sleep",
      (ms: number) => new Promise<void>((resolve) => laterCalled(() => resolve(), ms)),
    ],
  ]);
}

type Replacement = readonly [object: object, name: string, replacement: unknown];

function replaceAll(replacements: readonly Replacement[]): () => void {
  const restores = replacements.map(([object, name, replacement]) => {
    const isOwn = Object.hasOwn(object, name);
    const before: unknown = Reflect.get(object, name);
    Reflect.set(object, name, replacement);
    return () => (isOwn ? Reflect.set(object, name, before) : Reflect.deleteProperty(object, name));
  });
  return () => {
    for (const restore of restores) {
      restore();
    }
  };
}

function cancel(timer: unknown): void {
  if (timer instanceof VirtualTimer) {
    timer.task.isCancelled = true;
  }
}

function repeated(world: VirtualWorld, work: () => void, ms: number): VirtualTimer {
  const run = () => {
    timer.task = world.after(Math.max(1, ms), run);
    work();
  };
  const timer = new VirtualTimer(world.after(Math.max(1, ms), run));
  return timer;
}

function filled(world: VirtualWorld, bytes: Uint8Array): Uint8Array {
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = world.random.below(256);
  }
  return bytes;
}

function virtualUuid(world: VirtualWorld): string {
  const hex = Buffer.from(filled(world, new Uint8Array(16))).toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
