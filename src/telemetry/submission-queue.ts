import { GatehouseError } from "../errors.ts";
import type { BodyEncoding } from "../http/request/request-body.ts";
import type { ReceivedSubmission, RefusedSubmission } from "./messages/messages.ts";
import { UploadQuota } from "./upload-quota.ts";

/** Limits of the submissions being received or waiting for a commit; the answer past them is 503. */
export interface SubmissionQueueLimits {
  readonly submissionsMax: number;
  readonly bytesMax: number;
}

/** The environment a submission counts in, and the token it was sent with. */
export interface SubmissionSender {
  readonly environmentId: number;
  /** 0 for a caller without a token. */
  readonly tokenId: number;
}

export interface SubmissionBody {
  readonly bytes: Uint8Array;
  readonly encoding: BodyEncoding;
}

interface WaitingSubmission {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Submissions between the network and the worker, sent in batches. Each `submit` settles when the
 * worker has committed or refused its submission.
 */
export class SubmissionQueue {
  readonly #limits: SubmissionQueueLimits;
  readonly #send: (submissions: readonly ReceivedSubmission[]) => void;
  readonly #uploadQuota: UploadQuota;
  readonly #waiting = new Map<number, WaitingSubmission>();
  #unsent: ReceivedSubmission[] = [];
  #isFlushDue = false;
  #lastId = 0;
  #count = 0;
  #bytes = 0;

  /** `send` throws if there is no worker. */
  constructor(
    limits: SubmissionQueueLimits,
    send: (submissions: readonly ReceivedSubmission[]) => void,
  ) {
    this.#limits = limits;
    this.#uploadQuota = new UploadQuota(limits);
    this.#send = send;
  }

  /** Submissions that are being received or not answered yet. */
  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Reads a body of at most `bytesExpected` bytes and sends it; resolves when it is committed.
   * Throws `unavailable` without reading when the queue is full or the token over its upload quota,
   * otherwise what `read` throws and what the worker refuses the submission with.
   */
  async submit(
    { environmentId, tokenId }: SubmissionSender,
    bytesExpected: number,
    read: () => Promise<SubmissionBody>,
  ): Promise<void> {
    const { submissionsMax, bytesMax } = this.#limits;
    if (this.#count >= submissionsMax || this.#bytes + bytesExpected > bytesMax) {
      throw new GatehouseError("unavailable", "Too much telemetry is waiting");
    }
    this.#count++;
    let bytesReserved = bytesExpected;
    this.#bytes += bytesReserved;
    try {
      const body = await this.#uploadQuota.read(tokenId, bytesExpected, read);
      this.#bytes += body.bytes.length - bytesReserved;
      bytesReserved = body.bytes.length;
      await this.#enqueue(environmentId, body);
    } finally {
      this.#count--;
      this.#bytes -= bytesReserved;
    }
  }

  /** Answers submissions after a commit, then sends the next batch if it is due. */
  settle(accepted: readonly number[], refused: readonly RefusedSubmission[]): void {
    for (const id of accepted) {
      this.#takeWaiting(id)?.resolve();
    }
    for (const { id, refusal, message } of refused) {
      // An internal error must not be a GatehouseError: only other errors are logged with an id.
      const error =
        refusal === "internal" ? new Error(message) : new GatehouseError(refusal, message);
      this.#takeWaiting(id)?.reject(error);
    }
    this.#flush();
  }

  /** Sends all unsent submissions, before the worker is closed. */
  sendAll(): void {
    if (this.#unsent.length > 0) {
      this.#sendUnsent();
    }
  }

  /**
   * Rejects all waiting submissions after the worker has ended. Some of them may have been counted,
   * so clients must repeat them.
   */
  rejectAll(error: unknown): void {
    this.#unsent = [];
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) {
      reject(error);
    }
  }

  #enqueue(environmentId: number, { bytes, encoding }: SubmissionBody): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#lastId++;
    this.#waiting.set(this.#lastId, { resolve, reject });
    this.#unsent.push({ id: this.#lastId, environmentId, encoding, bytes });
    if (!this.#isFlushDue) {
      this.#isFlushDue = true;
      setImmediate(() => {
        this.#isFlushDue = false;
        this.#flush();
      });
    }
    return promise;
  }

  /**
   * Sends the unsent submissions once they are as many as the worker is busy with: a message is
   * more expensive than its content, and this keeps half of all submissions on the network while
   * the worker counts the other half.
   */
  #flush(): void {
    const unsentCount = this.#unsent.length;
    const sentCount = this.#waiting.size - unsentCount;
    if (unsentCount > 0 && unsentCount >= sentCount) {
      this.#sendUnsent();
    }
  }

  #sendUnsent(): void {
    const submissions = this.#unsent;
    this.#unsent = [];
    try {
      this.#send(submissions);
    } catch (error) {
      for (const { id } of submissions) {
        this.#takeWaiting(id)?.reject(error);
      }
    }
  }

  #takeWaiting(id: number): WaitingSubmission | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
