import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const page = Buffer.alloc(4_096);

/** A small file system, mounted at `path` until it is disposed of. */
export class SmallDisk implements Disposable {
  readonly #directory: TemporaryDirectory;

  private constructor(directory: TemporaryDirectory) {
    this.#directory = directory;
  }

  /** Returns null, and prints a line, if this user may not mount a file system. */
  static mount(size: string): SmallDisk | null {
    const directory = new TemporaryDirectory();
    const options = ["-t", "tmpfs", "-o", `size=${size}`, "gatehouse-test", directory.path];
    const { exitCode, stderr } = Bun.spawnSync(["mount", ...options]);
    if (exitCode === 0) {
      return new SmallDisk(directory);
    }
    directory[Symbol.dispose]();
    process.stderr.write(`cannot mount a small disk, which needs root: ${stderr}\n`);
    return null;
  }

  get path(): string {
    return this.#directory.path;
  }

  /** Fills the disk until at most `freeBytesMax` bytes are free. */
  fill(freeBytesMax: number): void {
    const filler = openSync(this.#fillerPath, "a");
    try {
      for (;;) {
        writeSync(filler, page);
      }
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) {
        throw error;
      }
    } finally {
      closeSync(filler);
    }
    const { size } = statSync(this.#fillerPath);
    truncateSync(this.#fillerPath, Math.max(0, size - freeBytesMax));
  }

  free(): void {
    rmSync(this.#fillerPath);
  }

  get #fillerPath(): string {
    return join(this.path, "filler");
  }

  [Symbol.dispose](): void {
    Bun.spawnSync(["umount", "--lazy", this.path]);
    this.#directory[Symbol.dispose]();
  }
}
