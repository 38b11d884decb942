import { GatehouseError } from "../errors.ts";
import { inflatedChunks } from "../http/request/gzip-chunks.ts";
import { hashSecret, newSecret } from "../secrets/random-secret.ts";
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

/**
 * Exports that strangers sent, until an owner takes them over or a day has passed. An export is found
 * by its code alone, which only its sender has; stored is the hash of the code.
 */
export class Quarantine {
  readonly #files: QuarantineFiles;
  readonly #exports: Map<string, QuarantinedExport>;
  readonly #options: QuarantineOptions;
  readonly #sweeps: Timer;

  /** Reads what an earlier process has left. */
  constructor(options: QuarantineOptions) {
    this.#options = options;
    this.#files = new QuarantineFiles(options.dataDirectory);
    this.#exports = new Map(this.#files.load());
    this.#sweep();
    this.#sweeps = setInterval(() => this.#sweep(), sweepMs);
    this.#sweeps.unref();
  }

  close(): void {
    clearInterval(this.#sweeps);
  }

  /** Throws `unavailable` if as many exports wait as may, all together or of this sender. */
  requireRoom(sender: string): void {
    this.#sweep();
    const ofSender = this.#exports.values().filter((each) => each.sender === sender);
    if (this.#exports.size >= waitingMax || ofSender.toArray().length >= waitingOfSenderMax) {
      throw new GatehouseError(
        "unavailable",
        "Too many exports wait for an owner of this server; try again tomorrow, or use flipper cloud push",
        { retryAfterSeconds: sweepMs / 1_000 },
      );
    }
  }

  /** Keeps an export, and returns its code. Throws as `requireRoom` does. */
  async add(about: Omit<QuarantinedExport, "receivedAt">, bytes: Uint8Array): Promise<string> {
    this.requireRoom(about.sender);
    const code = newSecret();
    const id = hashSecret(code);
    const kept = { ...about, receivedAt: this.#options.now() };
    this.#exports.set(id, kept);
    try {
      await this.#files.write(id, kept, bytes);
    } catch (error) {
      this.#exports.delete(id);
      throw error;
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

  async remove(code: string): Promise<void> {
    await this.#remove(hashSecret(code));
  }

  async #remove(id: string): Promise<void> {
    this.#exports.delete(id);
    await this.#files.remove(id);
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
