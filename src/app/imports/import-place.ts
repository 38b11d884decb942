import { GatehouseError } from "../../core/errors.ts";
import { endLongWork } from "../../core/scheduling/count-long-work.ts";

const retryAfterSeconds = 5;

/** A collection looks at the whole heap, which is more than what a smaller import leaves behind. */
const collectedBytesMin = 1024 * 1024;

/** For so long an import may wait for its sender before another one may take its place. */
const senderWaitMsMax = 5_000;

/**
 * Lets one import run at a time in a server, because each needs memory in proportion to its content
 * (docs/api.md#limits). An import that is sent slowly, or never to its end, gives way to another one.
 */
export class ImportPlace {
  #holder: ArrivingImport | undefined;

  /**
   * Runs an import, which has the place from its first chunk until `work` settles. Throws
   * `unavailable` while another import has it, before a chunk is read if that is so already.
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

/** The chunks of an import, and how long it has waited for them. */
class ArrivingImport {
  bytes = 0;
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #onChunk: () => void;
  readonly #overtaken = Promise.withResolvers<never>();
  #isOvertaken = false;
  #waitedMs = 0;
  #waitsSince: number | undefined;

  /** `onChunk` is called before each chunk; what it throws ends the import. */
  constructor(chunks: AsyncIterable<Uint8Array>, onChunk: () => void) {
    this.#chunks = chunks;
    this.#onChunk = onChunk;
    // Nothing may wait for it.
    this.#overtaken.promise.catch(() => undefined);
  }

  /** Whether it waits for its sender now, and has for long. */
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
        // It settles only when the sender goes on, or its time is over.
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
