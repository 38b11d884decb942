import type { VirtualProcess } from "./virtual-process.ts";
import type { VirtualWorld } from "./virtual-world.ts";

/** A request without an answer. `isSent` says whether the other side may have got it. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  readonly isSent: boolean;

  constructor(message: string, isSent: boolean) {
    super(message);
    this.isSent = isSent;
  }
}

export interface NetworkQuality {
  /** Of 1,000 messages, how many are lost with their connection. */
  lossPerMille: number;
  /** Of 1,000 messages, how many arrive seconds later. */
  slowPerMille: number;
  /** Of 1,000 messages, how many arrive twice. */
  doublePerMille: number;
  /** Of 1,000 notifications of commits, how many are lost. */
  newsLostPerMille: number;
}

const perfect: NetworkQuality = {
  ...{ lossPerMille: 0, slowPerMille: 0, doublePerMille: 0, newsLostPerMille: 0 },
};
const usualDelayMs = 2;
const slowDelayMs = 15_000;
const refusedMs = 0.2;

/** Messages between processes: each has its own delay, so they overtake each other. */
export class VirtualNetwork {
  readonly quality: NetworkQuality = { ...perfect };
  readonly #world: VirtualWorld;
  /** Pairs `from>to` between which nothing arrives. */
  readonly #cut = new Set<string>();

  constructor(world: VirtualWorld) {
    this.#world = world;
  }

  cut(from: string, to: string): void {
    this.#cut.add(`${from}>${to}`);
  }

  join(from: string, to: string): void {
    this.#cut.delete(`${from}>${to}`);
  }

  /** Whether there are no faults. */
  get isWhole(): boolean {
    return this.#cut.size === 0 && Object.values(this.quality).every((each) => each === 0);
  }

  /** No more faults; what is on its way arrives. */
  heal(): void {
    this.#cut.clear();
    Object.assign(this.quality, perfect);
  }

  /** Delivers a notification of a commit, unless it is lost. */
  sendNews(from: VirtualProcess, to: VirtualProcess, work: () => void): void {
    if (this.#world.random.below(1_000) >= this.quality.newsLostPerMille) {
      this.send(from, to, work);
    }
  }

  /** Delivers a message without an answer, unless it is lost. */
  send(from: VirtualProcess, to: VirtualProcess, work: () => void): void {
    if (!this.#isLost(from, to)) {
      this.#world.after(this.#delayMs(), work, to);
    }
  }

  /**
   * Sends a request, and resolves with its answer. Rejects with a `ConnectionLostError` if none
   * arrives in time; the other side may still answer it later. With `isRepeated` it may arrive twice.
   */
  request<Answer>(
    from: VirtualProcess,
    to: VirtualProcess,
    answer: () => Answer | Promise<Answer>,
    { timeoutMs, isRepeated = false }: { timeoutMs: number; isRepeated?: boolean },
  ): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const world = this.#world;
    if (!to.isAlive) {
      world.after(refusedMs, () => reject(new ConnectionLostError("refused", false)), from);
      return promise;
    }
    const end = (isSent: boolean) => () => reject(new ConnectionLostError("no answer", isSent));
    world.after(timeoutMs, end(true), from);
    const run = async () => {
      const settle = await outcomeOf(answer);
      this.send(to, from, () => settle(resolve, reject));
    };
    const isLost = this.#isLost(from, to);
    if (isLost) {
      world.after(usualDelayMs, end(true), from);
    }
    const isDouble = isRepeated && this.#world.random.below(1_000) < this.quality.doublePerMille;
    for (let copies = isLost ? 0 : isDouble ? 2 : 1; copies > 0; copies--) {
      world.after(this.#delayMs(), () => void run(), to);
    }
    return promise;
  }

  #isLost({ name: from }: VirtualProcess, { name: to }: VirtualProcess): boolean {
    const isLost = this.#world.random.below(1_000) < this.quality.lossPerMille;
    return isLost || this.#cut.has(`${from}>${to}`);
  }

  #delayMs(): number {
    const { random } = this.#world;
    const longest = random.below(1_000) < this.quality.slowPerMille ? slowDelayMs : usualDelayMs;
    return 0.05 + (random.below(10_000) / 10_000) * longest;
  }
}

type Settle<Answer> = (resolve: (answer: Answer) => void, reject: (error: unknown) => void) => void;

async function outcomeOf<Answer>(answer: () => Answer | Promise<Answer>): Promise<Settle<Answer>> {
  try {
    const value = await answer();
    return (resolve) => resolve(value);
  } catch (error) {
    return (_resolve, reject) => reject(error);
  }
}
