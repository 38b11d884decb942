import { closeSync, openSync, writeSync } from "node:fs";
import { explained } from "../sqlite/explained.ts";

const ownerOnly = 0o600;

/**
 * A file that was not there before, readable for its owner alone: it will hold what identifies
 * people and tokens. Every method throws a `StorageError` when the disk does not do it.
 */
export class NewFile implements Disposable {
  readonly #path: string;
  readonly #descriptor: number;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = explained(path, () => openSync(path, "wx", ownerOnly));
  }

  write(chunk: Uint8Array): void {
    explained(this.#path, () => {
      for (let written = 0; written < chunk.length; ) {
        written += writeSync(this.#descriptor, chunk, written);
      }
    });
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
