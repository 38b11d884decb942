import { GatehouseError } from "../core/errors.ts";

/** Limits of the submissions that are being received or wait for a commit. Above them, the answer is 503. */
export interface SubmissionQueueLimits {
  readonly submissionsMax: number;
  readonly bytesMax: number;
}

/**
 * The fractions of the limits that submissions of one token and of one project may take. Two busy
 * tokens leave a third of their project's share. A busy project leaves a quarter for other projects.
 */
const tokenShare = 1 / 4;
const projectShare = 3 / 4;

/** The sender of a submission; `tokenId` is 0 for a caller without a token. */
export interface QueueUser {
  readonly tokenId: number;
  readonly projectId: number;
}

/** A submission's slot in the queue and the bytes reserved for it. */
export interface QueueSlot {
  /** Reserves more bytes. Throws `unavailable` if the queue or a share of it is full. */
  reserve(bytes: number): void;
  release(): void;
}

/**
 * Counts the submissions and bytes in the queue: in total, for each token and for each project.
 * Only bytes that have arrived are reserved: a declared length reserves nothing.
 */
export class QueueShares {
  readonly #limits: SubmissionQueueLimits;
  readonly #all: Share;
  readonly #tokens = new Map<number, Share>();
  readonly #projects = new Map<number, Share>();

  constructor(limits: SubmissionQueueLimits) {
    this.#limits = limits;
    this.#all = new Share(limits, 1, "Too much telemetry is waiting");
  }

  get count(): number {
    return this.#all.count;
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  /** Throws `unavailable` if the queue or a share of it is full. */
  take({ tokenId, projectId }: QueueUser): QueueSlot {
    const token =
      this.#tokens.get(tokenId) ??
      new Share(this.#limits, tokenShare, "This token is sending too much telemetry at once");
    const project =
      this.#projects.get(projectId) ??
      new Share(this.#limits, projectShare, "This project is sending too much telemetry at once");
    const shares = [this.#all, project, token];
    for (const share of shares) {
      share.checkSlot();
    }
    this.#tokens.set(tokenId, token);
    this.#projects.set(projectId, project);
    for (const share of shares) {
      share.count++;
    }
    return new Slot(shares, () => {
      if (token.count === 0) {
        this.#tokens.delete(tokenId);
      }
      if (project.count === 0) {
        this.#projects.delete(projectId);
      }
    });
  }
}

/** The limits and the current use of the queue: by all senders, by a project or by a token. */
class Share {
  count = 0;
  bytes = 0;
  readonly #countMax: number;
  readonly #bytesMax: number;
  readonly #message: string;

  constructor(
    { submissionsMax, bytesMax }: SubmissionQueueLimits,
    fraction: number,
    message: string,
  ) {
    this.#countMax = Math.ceil(submissionsMax * fraction);
    this.#bytesMax = Math.ceil(bytesMax * fraction);
    this.#message = message;
  }

  checkSlot(): void {
    if (this.count >= this.#countMax || this.bytes >= this.#bytesMax) {
      throw new GatehouseError("unavailable", { message: this.#message });
    }
  }

  checkBytes(more: number): void {
    if (this.bytes + more > this.#bytesMax) {
      throw new GatehouseError("unavailable", { message: this.#message });
    }
  }
}

class Slot implements QueueSlot {
  readonly #shares: readonly Share[];
  readonly #onRelease: () => void;
  #bytes = 0;
  #isReleased = false;

  constructor(shares: readonly Share[], onRelease: () => void) {
    this.#shares = shares;
    this.#onRelease = onRelease;
  }

  reserve(bytes: number): void {
    if (this.#isReleased) {
      throw new GatehouseError("unavailable", { message: "The submission has ended" });
    }
    for (const share of this.#shares) {
      share.checkBytes(bytes);
    }
    for (const share of this.#shares) {
      share.bytes += bytes;
    }
    this.#bytes += bytes;
  }

  release(): void {
    this.#isReleased = true;
    for (const share of this.#shares) {
      share.count--;
      share.bytes -= this.#bytes;
    }
    this.#onRelease();
  }
}
