import { GatehouseError } from "../errors.ts";
import type { SubmissionQueueLimits } from "./submission-queue.ts";

/** The fraction of the queue's limits that uploads of one token may use. */
const tokenShareMax = 0.5;

interface TokenUploads {
  count: number;
  bytes: number;
}

/**
 * Limits the bodies that are being received for each token. A body that never ends occupies the
 * queue until its request times out; without this limit one token could block all telemetry.
 */
export class UploadQuota {
  readonly #countMax: number;
  readonly #bytesMax: number;
  readonly #uploads = new Map<number, TokenUploads>();

  constructor({ submissionsMax, bytesMax }: SubmissionQueueLimits) {
    this.#countMax = Math.ceil(submissionsMax * tokenShareMax);
    this.#bytesMax = Math.ceil(bytesMax * tokenShareMax);
  }

  /** Reads a body of at most `bytesExpected` bytes; throws `unavailable` over the token's quota. */
  async read<Body>(
    tokenId: number,
    bytesExpected: number,
    read: () => Promise<Body>,
  ): Promise<Body> {
    const uploads = this.#uploads.get(tokenId) ?? { count: 0, bytes: 0 };
    if (uploads.count >= this.#countMax || uploads.bytes + bytesExpected > this.#bytesMax) {
      throw new GatehouseError("unavailable", "This token is sending too much telemetry at once");
    }
    uploads.count++;
    uploads.bytes += bytesExpected;
    this.#uploads.set(tokenId, uploads);
    try {
      return await read();
    } finally {
      uploads.count--;
      uploads.bytes -= bytesExpected;
      if (uploads.count === 0) {
        this.#uploads.delete(tokenId);
      }
    }
  }
}
