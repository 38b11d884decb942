import { GatehouseError } from "../errors.ts";
import type { BodyEncoding } from "../http/request/request-body.ts";
import type { ReceivedSubmission, Refused } from "./messages/messages.ts";
import { Arrivals } from "./upload-quota.ts";

/** What may wait for the worker or be on its way from a client; past either the answer is 503. */
export interface OutboxLimits {
  readonly submissionsMax: number;
  readonly bytesMax: number;
}

/** Whose submission it is. */
export interface Sender {
  readonly environmentId: number;
  /** 0 for a caller without a token. */
  readonly tokenId: number;
}

export interface SubmissionBody {
  readonly bytes: Uint8Array;
  readonly encoding: BodyEncoding;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Submissions between the network and the worker, many in a message. A promise holds each sender
 * until the worker has committed.
 */
export class Outbox {
  readonly #limits: OutboxLimits;
  readonly #send: (submissions: readonly ReceivedSubmission[]) => void;
  readonly #arrivals: Arrivals;
  readonly #waiting = new Map<number, Waiting>();
  #unsent: ReceivedSubmission[] = [];
  #isFlushDue = false;
  #lastId = 0;
  #count = 0;
  #bytes = 0;

  /** `send` throws if there is nobody to send to. */
  constructor(limits: OutboxLimits, send: (submissions: readonly ReceivedSubmission[]) => void) {
    this.#limits = limits;
    this.#arrivals = new Arrivals(limits);
    this.#send = send;
  }

  /** Submissions taken up and not yet answered. */
  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Reads a body of `bytesExpected` bytes or fewer and sends it; resolves when it is committed.
   * Throws `unavailable` before reading when too much waits or arrives from this sender, and
   * whatever reading throws.
   */
  async submit(
    { environmentId, tokenId }: Sender,
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
      const body = await this.#arrivals.read(tokenId, bytesExpected, read);
      this.#bytes += body.bytes.length - bytesReserved;
      bytesReserved = body.bytes.length;
      await this.#deliver(environmentId, body);
    } finally {
      this.#count--;
      this.#bytes -= bytesReserved;
    }
  }

  settle(accepted: readonly number[], refused: readonly Refused[]): void {
    for (const id of accepted) {
      this.#taken(id)?.resolve();
    }
    for (const { id, refusal, message } of refused) {
      // An error of ours gets its id, and its line in the log, where all such errors do.
      const error =
        refusal === "internal" ? new Error(message) : new GatehouseError(refusal, message);
      this.#taken(id)?.reject(error);
    }
    this.#flush();
  }

  /** Sends what gathered, however much the worker has: nothing comes after it. */
  sendRest(): void {
    if (this.#unsent.length > 0) {
      this.#sendUnsent();
    }
  }

  /** Nobody will answer what was sent: it may have been counted, so senders must repeat it. */
  abandon(error: unknown): void {
    this.#unsent = [];
    const abandoned = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of abandoned) {
      reject(error);
    }
  }

  #deliver(environmentId: number, { bytes, encoding }: SubmissionBody): Promise<void> {
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
   * Messages cost both threads more than what is in them. So while the worker has some, others
   * gather until they are as many: half of all are then on the network while it counts the rest.
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
        this.#taken(id)?.reject(error);
      }
    }
  }

  #taken(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
