import { GatehouseError } from "../../core/errors.ts";
import { endLongWork } from "../../core/scheduling/count-long-work.ts";

const retryAfterSeconds = 5;

/** A collection scans the whole heap, so it pays only for the garbage of a larger import. */
const collectedBytesMin = 1024 * 1024;

/** After waiting this long for its sender, an import may be replaced by another one. */
const senderWaitMsMax = 5_000;

/**
 * Lets one import run at a time in a server, because each needs memory in proportion to its content
 * (docs/api.md#limits). An import that arrives slowly, or never completely, yields to another one.
 */
export class ImportPlace {
  #holder: ArrivingImport | undefined;

  /**
   * Runs an import, which holds the slot from its first chunk until `work` settles. Throws
   * `unavailable` while another import holds it; if it already does, before a chunk is read.
   */
  async hold<Result>(
    chunks: AsyncIterable<Uint8Array>,
    work: (chunks: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    this.#refuseIfTaken();
    const arriving = new ArrivingImport(chunks, () => this.#take(arriving));
    try {
      return await work(arriving.chunks());
    } finally {
      if (this.#holder === arriving) {
        this.#holder = undefined;
      }
      if (arriving.bytes >= collectedBytesMin) {
        endLongWork();
      }
    }
  }

  #take(arriving: ArrivingImport): void {
    if (this.#holder !== arriving) {
      this.#refuseIfTaken();
      this.#holder?.giveWay();
      this.#holder = arriving;
    }
  }

  #refuseIfTaken(): void {
    if (this.#holder?.isSlow === false) {
      throw new GatehouseError("unavailable", {
        message: "Another import is running",
        retryAfterSeconds,
      });
    }
  }
}

/** The chunks of an import, and how long the import has waited for them. */
class ArrivingImport {
  bytes = 0;
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #onChunk: () => void;
  readonly #overtaken = Promise.withResolvers<never>();
  #isOvertaken = false;
  #waitedMs = 0;
  #waitsSince: number | undefined;

  /** `onChunk` is called before each chunk; if it throws, the import ends. */
  constructor(chunks: AsyncIterable<Uint8Array>, onChunk: () => void) {
    this.#chunks = chunks;
    this.#onChunk = onChunk;
    // The rejection may have no other handler.
    this.#overtaken.promise.catch(() => undefined);
  }

  /** Whether it has been waiting for its sender for a long time. */
  get isSlow(): boolean {
    return (
      this.#waitsSince !== undefined &&
      this.#waitedMs + performance.now() - this.#waitsSince > senderWaitMsMax
    );
  }

  giveWay(): void {
    this.#isOvertaken = true;
    const message = "The import arrived too slowly, and another one was sent";
    this.#overtaken.reject(new GatehouseError("unavailable", { message, retryAfterSeconds }));
  }

  async *chunks(): AsyncGenerator<Uint8Array, void> {
    const iterator = this.#chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done = false, value } = await this.#next(iterator);
        if (done || value === undefined) {
          return;
        }
        this.#onChunk();
        this.bytes += value.byteLength;
        yield value;
      }
    } finally {
      const ended = Promise.resolve(iterator.return?.());
      if (this.#isOvertaken) {
        // It settles only when the sender continues, or its time is over.
        ended.catch(() => undefined);
      } else {
        await ended;
      }
    }
  }

  async #next(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    const since = performance.now();
    this.#waitsSince = since;
    try {
      return await Promise.race([iterator.next(), this.#overtaken.promise]);
    } finally {
      this.#waitedMs += performance.now() - since;
      this.#waitsSince = undefined;
    }
  }
}
