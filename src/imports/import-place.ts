import { GatehouseError } from "../errors.ts";
import { endLongWork } from "../event-loop/count-long-work.ts";

const retryAfterSeconds = 5;

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
    const takePlace = () => {
      if (!isOurs) {
        this.#refuseIfTaken();
        this.#isTaken = true;
        isOurs = true;
      }
    };
    try {
      return await work(withEachChunk(chunks, takePlace));
    } finally {
      if (isOurs) {
        this.#isTaken = false;
        endLongWork();
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
  onChunk: () => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    onChunk();
    yield chunk;
  }
}
