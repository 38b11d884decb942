import { GatehouseError } from "../errors.ts";
import type { OutboxLimits } from "./submission-queue.ts";

/** What one sender's bodies may take of the limits while they arrive. */
const shareMax = 0.5;

interface Share {
  count: number;
  bytes: number;
}

/**
 * Bodies that are still arriving, by who sends them. One that never ends holds its room until the
 * request times out, so that without shares a single token could keep out everyone's telemetry.
 */
export class Arrivals {
  readonly #countMax: number;
  readonly #bytesMax: number;
  readonly #shares = new Map<number, Share>();

  constructor({ submissionsMax, bytesMax }: OutboxLimits) {
    this.#countMax = Math.ceil(submissionsMax * shareMax);
    this.#bytesMax = Math.ceil(bytesMax * shareMax);
  }

  /** Reads a body of `bytesExpected` bytes or fewer; throws `unavailable` when its sender's share is taken. */
  async read<Body>(
    senderId: number,
    bytesExpected: number,
    read: () => Promise<Body>,
  ): Promise<Body> {
    const share = this.#shares.get(senderId) ?? { count: 0, bytes: 0 };
    if (share.count >= this.#countMax || share.bytes + bytesExpected > this.#bytesMax) {
      throw new GatehouseError("unavailable", "Too much telemetry of this token is on its way");
    }
    share.count++;
    share.bytes += bytesExpected;
    this.#shares.set(senderId, share);
    try {
      return await read();
    } finally {
      share.count--;
      share.bytes -= bytesExpected;
      if (share.count === 0) {
        this.#shares.delete(senderId);
      }
    }
  }
}
