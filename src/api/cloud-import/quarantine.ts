import { GatehouseError } from "../../core/errors.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import { hashSecret, newSecret } from "../../core/secrets/random-secret.ts";
import { inflatedChunks } from "../../http/request/gzip-chunks.ts";
import { type QuarantinedExport, QuarantineFiles } from "./quarantine-files.ts";

/** The most exports that wait, all together and of one sender. */
const waitingMax = 20;
const waitingOfSenderMax = 3;
/** How long an export waits for an owner. */
export const quarantineMs = 24 * 3_600_000;
const sweepMs = 3_600_000;
/** Bounds an export, as it is sent and inflated. */
export const quarantinedBytesMax = { sent: 2 * 1024 * 1024, inflated: 8 * 1024 * 1024 } as const;

export interface QuarantineOptions {
  readonly dataDirectory: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** An export as owners see it in a list. */
export interface ListedExport {
  /** The hash of the code; it does not lead to the export. */
  readonly id: string;
  readonly about: QuarantinedExport;
}

/**
 * Exports that strangers sent, until an owner takes them over or a day has passed. An export is found
 * by its code alone, which only its sender has; stored is the hash of the code.
 */
export class Quarantine {
  readonly #files: QuarantineFiles;
  /** By their ids, the oldest first. */
  #exports: Map<string, QuarantinedExport>;
  /** The ids of those that an owner has looked at. */
  readonly #opened: Set<string>;
  readonly #additions = new OneAtATime();
  readonly #options: QuarantineOptions;
  readonly #sweeps: Timer;

  /** Reads what an earlier process has left. */
  constructor(options: QuarantineOptions) {
    this.#options = options;
    this.#files = new QuarantineFiles(options.dataDirectory);
    const { exports, opened } = this.#files.load();
    this.#opened = new Set(opened);
    this.#exports = byAge(exports);
    this.#sweep();
    this.#sweeps = setInterval(() => this.#sweep(), sweepMs);
    this.#sweeps.unref();
  }

  close(): void {
    clearInterval(this.#sweeps);
  }

  /**
   * Throws `unavailable` if as many exports of this sender wait as may, or as many of all senders,
   * and an owner has opened each of them.
   */
  requireRoom(sender: string): void {
    this.#sweep();
    const ofSender = this.#exports.values().filter((each) => each.sender === sender);
    const isFull = this.#exports.size >= waitingMax && this.#leastWanted() === undefined;
    if (isFull || ofSender.toArray().length >= waitingOfSenderMax) {
      throw new GatehouseError("unavailable", {
        message:
          "Too many exports wait for an owner of this server; try again tomorrow, or use flipper cloud push",
        retryAfterSeconds: sweepMs / 1_000,
      });
    }
  }

  /**
   * Keeps an export, and returns its code. If the quarantine is full, deletes another one. Throws as
   * `requireRoom` does.
   */
  add(about: Omit<QuarantinedExport, "receivedAt">, bytes: Uint8Array): Promise<string> {
    // One at a time, so that at most one more than may wait is on the disk.
    return this.#additions.run(() => this.#add(about, bytes));
  }

  async #add(about: Omit<QuarantinedExport, "receivedAt">, bytes: Uint8Array): Promise<string> {
    this.requireRoom(about.sender);
    const extra = this.#exports.size > waitingMax ? this.#leastWanted() : undefined;
    if (extra !== undefined) {
      // It could not be removed before. Nothing is added until it is.
      await this.#remove(extra);
    }
    const code = newSecret();
    const id = hashSecret(code);
    const kept = { ...about, receivedAt: this.#options.now() };
    await this.#files.write(id, kept, bytes);
    const removed = this.#exports.size >= waitingMax ? this.#leastWanted() : undefined;
    this.#exports.set(id, kept);
    if (removed !== undefined) {
      await this.#remove(removed).catch(this.#options.onFault);
    }
    return code;
  }

  /** Undefined if there is no export with this code any more. */
  find(code: string): QuarantinedExport | undefined {
    this.#sweep();
    return this.#exports.get(hashSecret(code));
  }

  /** The document of an export that was found, inflated. */
  async *chunks(code: string): AsyncGenerator<Uint8Array, void> {
    const id = hashSecret(code);
    const bytes = await this.#files.read(id);
    yield* documentChunks(bytes, this.#exports.get(id)?.encoding ?? "identity");
  }

  /** Keeps an export from being removed for others: an owner has looked at it. */
  async markOpened(code: string): Promise<void> {
    const id = hashSecret(code);
    if (!this.#exports.has(id) || this.#opened.has(id)) {
      return;
    }
    this.#opened.add(id);
    try {
      await this.#files.markOpened(id);
    } catch (error) {
      // Until the next start the mark in memory is enough.
      this.#options.onFault(error);
    }
  }

  /** All exports that wait, the oldest first. */
  list(): readonly ListedExport[] {
    this.#sweep();
    return Array.from(this.#exports, ([id, about]) => ({ id, about }));
  }

  async remove(code: string): Promise<void> {
    await this.#remove(hashSecret(code));
  }

  /** Removes an export by its id in the list; false if there is none any more. */
  async removeListed(id: string): Promise<boolean> {
    if (!this.#exports.has(id)) {
      return false;
    }
    await this.#remove(id);
    return true;
  }

  /** An export whose file cannot be removed still counts. */
  async #remove(id: string): Promise<void> {
    const about = this.#exports.get(id);
    this.#exports.delete(id);
    try {
      await this.#files.remove(id);
      this.#opened.delete(id);
    } catch (error) {
      if (about !== undefined) {
        this.#exports = byAge([...this.#exports, [id, about]]);
      }
      throw error;
    }
  }

  /**
   * The oldest export that no owner has opened, of the sender with the most of these; undefined if
   * all are opened.
   */
  #leastWanted(): string | undefined {
    const unopened = [...this.#exports].filter(([id]) => !this.#opened.has(id));
    const bySender = Map.groupBy(unopened, ([, { sender }]) => sender);
    const most = Math.max(...Array.from(bySender.values(), ({ length }) => length));
    return unopened.find(([, { sender }]) => bySender.get(sender)?.length === most)?.[0];
  }

  #sweep(): void {
    const now = this.#options.now();
    for (const [id, { receivedAt }] of this.#exports) {
      // A clock that was set back must not keep an export for years.
      if (Math.abs(now - receivedAt) >= quarantineMs) {
        this.#remove(id).catch(this.#options.onFault);
      }
    }
  }
}

function byAge(
  exports: Iterable<readonly [id: string, about: QuarantinedExport]>,
): Map<string, QuarantinedExport> {
  return new Map([...exports].sort(([, left], [, right]) => left.receivedAt - right.receivedAt));
}

/** The chunks of a document that was received with an encoding. Throws `body_too_large`. */
export async function* documentChunks(
  bytes: Uint8Array,
  encoding: "identity" | "gzip",
): AsyncGenerator<Uint8Array, void> {
  if (encoding === "identity") {
    yield bytes;
  } else {
    yield* inflatedChunks(asChunks(bytes), quarantinedBytesMax.inflated);
  }
}

async function* asChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield await Promise.resolve(bytes);
}
