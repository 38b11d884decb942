import { closeSync, openSync, writeSync } from "node:fs";
import { withStorageErrors } from "../sqlite/database/storage-errors.ts";

const ownerOnly = 0o600;

/**
 * Creates a file that must not exist, readable by its owner only: it will hold the data of users
 * and tokens. Every method throws a `StorageError` on a disk error.
 */
export class NewPrivateFile implements Disposable {
  readonly #path: string;
  readonly #descriptor: number;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = withStorageErrors(path, () => openSync(path, "wx", ownerOnly));
  }

  write(chunk: Uint8Array): void {
    withStorageErrors(this.#path, () => {
      for (let written = 0; written < chunk.length; ) {
        written += writeSync(this.#descriptor, chunk, written);
      }
    });
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
