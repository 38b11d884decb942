import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromSource } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const [command = "", ...rest] = fromSource.argv;

/** The command of a server whose clock `Clocks` sets. */
export const argvWithClock: readonly string[] = [
  command,
  "--preload",
  join(import.meta.dir, "wrong-clock.ts"),
  ...rest,
];

/** The clocks of the machines of servers. */
export class Clocks implements Disposable {
  readonly #directory = new TemporaryDirectory();

  set(node: string, ms: number): void {
    writeFileSync(join(this.#directory.path, node), String(ms));
  }

  get variables(): Readonly<Record<string, string>> {
    return { TEST_CLOCKS: this.#directory.path };
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]();
  }
}
