import { GatehouseError } from "../core/errors.ts";
import type { BodyEncoding } from "../http/request/request-body.ts";
import type { RefusedSubmission } from "./messages/messages.ts";
import type { ReceivedSubmission } from "./messages/received-submission.ts";
import { QueueShares, type QueueUser, type SubmissionQueueLimits } from "./queue-shares.ts";
import type { SetCancel, UploadDeadlines } from "./upload-deadlines.ts";

/** The environment a submission counts in, and the token and project it was sent with. */
export interface SubmissionSender extends QueueUser {
  readonly environmentId: number;
}

/** A body that is being received. */
export interface Upload {
  /**
   * Must be called with the size of each part that has arrived. Throws `unavailable` if the queue,
   * or the share of its token or project, has no room for it.
   */
  reserve(bytes: number): void;
  /** Sets the function that ends the reading when the upload takes too long. */
  readonly onTimeout: SetCancel;
}

export interface SubmissionBody {
  readonly bytes: Uint8Array;
  readonly encoding: BodyEncoding;
  /** As in `ReceivedSubmission`. */
  readonly outcomesMinute?: number;
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
  readonly #shares: QueueShares;
  readonly #deadlines: UploadDeadlines;
  readonly #send: (submissions: readonly ReceivedSubmission[]) => void;
  readonly #waiting = new Map<number, WaitingSubmission>();
  #unsent: ReceivedSubmission[] = [];
  #isFlushDue = false;
  #lastId = 0;

  /** `send` throws if there is no worker. */
  constructor(
    limits: SubmissionQueueLimits,
    deadlines: UploadDeadlines,
    send: (submissions: readonly ReceivedSubmission[]) => void,
  ) {
    this.#shares = new QueueShares(limits);
    this.#deadlines = deadlines;
    this.#send = send;
  }

  /** Submissions that are being received or not answered yet. */
  get count(): number {
    return this.#shares.count;
  }

  /** Bytes that have arrived, of the same submissions. */
  get bytes(): number {
    return this.#shares.bytes;
  }

  /**
   * Receives a body with `receive` and sends it; resolves when it is committed. Throws `unavailable`
   * without receiving it when the queue or the sender's share is full, `request_timeout` when
   * receiving takes more than `limitMs` or the limit of all uploads, otherwise what `receive` throws
   * and the worker's refusal of the submission.
   */
  async submit(
    sender: SubmissionSender,
    limitMs: number,
    receive: (upload: Upload) => Promise<SubmissionBody>,
  ): Promise<void> {
    const place = this.#shares.take(sender);
    try {
      const body = await this.#deadlines.limit(limitMs, (onTimeout) =>
        receive({ reserve: (bytes) => place.reserve(bytes), onTimeout }),
      );
      await this.#enqueue(sender.environmentId, body);
    } finally {
      place.release();
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
        refusal === "internal" ? new Error(message) : new GatehouseError(refusal, { message });
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

  #enqueue(environmentId: number, body: SubmissionBody): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#lastId++;
    this.#waiting.set(this.#lastId, { resolve, reject });
    this.#unsent.push({ id: this.#lastId, environmentId, ...body });
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
