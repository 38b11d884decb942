import { expect } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Glob } from "bun";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const source = join(import.meta.dir, "synchronized-copies.c");

/** Whether the calls that synchronize can be watched here; the library that does it is compiled. */
export const canForget = process.platform === "linux" && Bun.which("cc") !== null;

/** A disk that has only what was synchronized when the power is cut. */
export class ForgetfulDisk extends TemporaryDirectory {
  readonly #synchronized = join(this.path, "synchronized");

  /** The environment variables of a server on this disk. */
  variables(): Record<string, string> {
    const library = join(this.path, "synchronized-copies.so");
    const compiled = Bun.spawnSync(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"]);
    expect(compiled.stderr.toString()).toBe("");
    mkdirSync(this.#synchronized, { recursive: true });
    return { LD_PRELOAD: library, SYNCHRONIZED_COPIES: this.#synchronized };
  }

  /** When a file was last synchronized, in milliseconds since the epoch; 0 if it never was. */
  synchronizedAt(path: string): number {
    return statSync(this.#copyOf(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  /** Leaves in the directory of a killed server what was synchronized. */
  cutPower(directory: string): void {
    for (const path of new Glob("**/*.db*").scanSync({ cwd: directory, absolute: true })) {
      rmSync(path);
      const copy = this.#copyOf(path);
      if (existsSync(copy)) {
        copyFileSync(copy, path);
      }
    }
  }

  #copyOf(path: string): string {
    return join(
      this.#synchronized,
      `${realpathSync(dirname(path)).replaceAll("/", "%")}%${basename(path)}`,
    );
  }
}
