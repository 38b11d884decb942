import { GatehouseError } from "../errors.ts";
import { endLongWork } from "../event-loop/count-long-work.ts";

const retryAfterSeconds = 5;

/** A collection looks at the whole heap, which is more than what a smaller import leaves behind. */
const collectedBytesMin = 1024 * 1024;

/**
 * Lets one import run at a time in a server, because each needs memory in proportion to its content
 * (docs/api.md#limits).
 */
export class ImportPlace {
  #isTaken = false;

  /**
   * Runs an import, which has the place from its first chunk until `work` settles. Throws
   * `unavailable` while another import has it, before a chunk is read if that is so already.
   */
  async hold<Result>(
    chunks: AsyncIterable<Uint8Array>,
    work: (chunks: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    this.#refuseIfTaken();
    let isOurs = false;
    let bytes = 0;
    const countChunk = (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
      if (!isOurs) {
        this.#refuseIfTaken();
        this.#isTaken = true;
        isOurs = true;
      }
    };
    try {
      return await work(withEachChunk(chunks, countChunk));
    } finally {
      if (isOurs) {
        this.#isTaken = false;
        if (bytes >= collectedBytesMin) {
          endLongWork();
        }
      }
    }
  }

  #refuseIfTaken(): void {
    if (this.#isTaken) {
      throw new GatehouseError("unavailable", "Another import is running", { retryAfterSeconds });
    }
  }
}

async function* withEachChunk(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}
