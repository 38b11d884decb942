import type { Socket } from "node:net";

const pieceEveryMs = 10;

export interface LinkFaults {
  /** How much later bytes arrive. */
  delayMs: number;
  /** At most so many bytes arrive every 10 milliseconds; null if there is no limit. */
  pieceBytes: number | null;
}

/** One direction of a connection, which keeps the order of its bytes. */
export class SlowPipe {
  readonly #target: Socket;
  readonly #link: LinkFaults;
  readonly #waiting: { readonly bytes: Buffer; readonly dueMs: number }[] = [];
  #isPassing = false;

  constructor(target: Socket, link: LinkFaults) {
    this.#target = target;
    this.#link = link;
  }

  pass(bytes: Buffer): void {
    const { delayMs, pieceBytes } = this.#link;
    if (delayMs === 0 && pieceBytes === null && !this.#isPassing) {
      this.#target.write(bytes);
      return;
    }
    this.#waiting.push({ bytes, dueMs: performance.now() + delayMs });
    if (!this.#isPassing) {
      this.#isPassing = true;
      void this.#passWaiting();
    }
  }

  async #passWaiting(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const waitMs = next.dueMs - performance.now();
      if (waitMs > 0) {
        await Bun.sleep(waitMs);
      }
      await this.#write(next.bytes);
    }
    this.#isPassing = false;
  }

  async #write(bytes: Buffer): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      const { pieceBytes } = this.#link;
      const length = pieceBytes ?? rest.length;
      this.#target.write(rest.subarray(0, length));
      rest = rest.subarray(length);
      if (pieceBytes !== null) {
        await Bun.sleep(pieceEveryMs);
      }
    }
  }
}
