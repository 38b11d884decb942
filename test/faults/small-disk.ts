import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const page = Buffer.alloc(4_096);

function mount(path: string, size: string): boolean {
  // Without a mode everyone could write to it, and no server would start on it.
  const options = ["-t", "tmpfs", "-o", `size=${size},mode=0700`, "gatehouse-test", path];
  return Bun.spawnSync(["mount", ...options]).exitCode === 0;
}

function unmount(path: string): void {
  Bun.spawnSync(["umount", "--lazy", path]);
}

/** Whether this user may mount a file system; usually only root may. */
export const canMount: boolean = tryMount();

function tryMount(): boolean {
  if (Bun.which("mount") === null) {
    return false;
  }
  using directory = new TemporaryDirectory();
  const isMounted = mount(directory.path, "64k");
  if (isMounted) {
    unmount(directory.path);
  }
  return isMounted;
}

/** A small file system at `path`, which is unmounted at the end of the block. */
export class SmallDisk implements Disposable {
  readonly #directory: TemporaryDirectory;

  private constructor(directory: TemporaryDirectory) {
    this.#directory = directory;
  }

  /** Throws unless `canMount` is true. */
  static mount(size: string): SmallDisk {
    const directory = new TemporaryDirectory();
    if (!mount(directory.path, size)) {
      directory[Symbol.dispose]();
      throw new Error("this user may not mount a file system");
    }
    return new SmallDisk(directory);
  }

  get path(): string {
    return this.#directory.path;
  }

  /** Fills the disk until at most `freeBytesMax` bytes are free. */
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
    unmount(this.path);
    this.#directory[Symbol.dispose]();
  }
}
