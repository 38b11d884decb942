import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const page = Buffer.alloc(4_096);

/** A file system of a few bytes, at `path`, that goes at the end of the block. */
export class SmallDisk implements Disposable {
  readonly #directory: TemporaryDirectory;

  private constructor(directory: TemporaryDirectory) {
    this.#directory = directory;
  }

  /** Null, and a printed line, for whoever may not mount one. */
  static mount(size: string): SmallDisk | null {
    const directory = new TemporaryDirectory();
    const options = ["-t", "tmpfs", "-o", `size=${size}`, "gatehouse-test", directory.path];
    const { exitCode, stderr } = Bun.spawnSync(["mount", ...options]);
    if (exitCode === 0) {
      return new SmallDisk(directory);
    }
    directory[Symbol.dispose]();
    process.stderr.write(`no disk to fill, as root alone may mount one: ${stderr}\n`);
    return null;
  }

  get path(): string {
    return this.#directory.path;
  }

  /** Leaves no more than so many bytes free. */
  fill(freeBytesMax: number): void {
    const ballast = openSync(this.#ballastPath, "a");
    try {
      for (;;) {
        writeSync(ballast, page);
      }
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) {
        throw error;
      }
    } finally {
      closeSync(ballast);
    }
    const { size } = statSync(this.#ballastPath);
    truncateSync(this.#ballastPath, Math.max(0, size - freeBytesMax));
  }

  free(): void {
    rmSync(this.#ballastPath);
  }

  get #ballastPath(): string {
    return join(this.path, "ballast");
  }

  [Symbol.dispose](): void {
    Bun.spawnSync(["umount", "--lazy", this.path]);
    this.#directory[Symbol.dispose]();
  }
}
