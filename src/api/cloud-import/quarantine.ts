import { GatehouseError } from "../../core/errors.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import { hashSecret, newSecret } from "../../core/secrets/random-secret.ts";
import { inflatedChunks } from "../../http/request/gzip-chunks.ts";
import { type QuarantinedExport, QuarantineFiles } from "./quarantine-files.ts";

/** The maximum number of waiting exports, in total and from one sender. */
const waitingMax = 20;
const waitingOfSenderMax = 3;
/** How long an export waits for an owner. */
export const quarantineMs = 24 * 3_600_000;
const sweepMs = 3_600_000;
/** The size limits of an export, as sent and inflated. */
export const quarantinedBytesMax = { sent: 2 * 1024 * 1024, inflated: 8 * 1024 * 1024 } as const;

export interface QuarantineOptions {
  readonly dataDirectory: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** An export in the list for owners. */
export interface ListedExport {
  /** The hash of the code; it gives no access to the export. */
  readonly id: string;
  readonly about: QuarantinedExport;
}

/**
 * Exports that strangers sent, until an owner accepts them or a day has passed. Only the code, which
 * only the sender has, leads to an export; the server stores the hash of the code.
 */
export class Quarantine {
  readonly #files: QuarantineFiles;
  /** By their ids, the oldest first. */
  #exports: Map<string, QuarantinedExport>;
  /** The ids of the exports that an owner has opened. */
  readonly #opened: Set<string>;
  readonly #additions = new OneAtATime();
  readonly #options: QuarantineOptions;
  readonly #sweeps: Timer;

  /** Reads the exports of an earlier process. */
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
   * Throws `unavailable` if this sender has the maximum of waiting exports. Also throws it if all
   * senders together have the maximum and an owner has opened each export.
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
   * Stores an export, and returns its code. Deletes another one if the quarantine is full. Throws as
   * `requireRoom` does.
   */
  add(about: Omit<QuarantinedExport, "receivedAt">, bytes: Uint8Array): Promise<string> {
    // One at a time, so that at most one additional export is on the disk.
    return this.#additions.run(() => this.#add(about, bytes));
  }

  async #add(about: Omit<QuarantinedExport, "receivedAt">, bytes: Uint8Array): Promise<string> {
    this.requireRoom(about.sender);
    const extra = this.#exports.size > waitingMax ? this.#leastWanted() : undefined;
    if (extra !== undefined) {
      // An earlier attempt to remove it failed. Nothing is added until it is removed.
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

  /** Undefined if no export has this code. */
  find(code: string): QuarantinedExport | undefined {
    this.#sweep();
    return this.#exports.get(hashSecret(code));
  }

  /** The inflated document of a found export. */
  async *chunks(code: string): AsyncGenerator<Uint8Array, void> {
    const id = hashSecret(code);
    const bytes = await this.#files.read(id);
    yield* documentChunks(bytes, this.#exports.get(id)?.encoding ?? "identity");
  }

  /** Protects an export from being removed for others, because an owner has opened it. */
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

  /** Removes an export by its id in the list; false if it is already gone. */
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
   * The oldest unopened export of the sender with the most unopened exports; undefined if all are
   * opened.
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

/** The chunks of a document that arrived with an encoding. Throws `body_too_large`. */
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
