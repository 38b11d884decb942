import { join } from "node:path";
import type { ChildProcesses } from "../child-processes.ts";
import type { Load, LoadGenerator, LoadResult } from "./load-generator.ts";
import { loadResult } from "./load-result.ts";

const entry = join(import.meta.dir, "autocannon-process.ts");
const overtimeMs = 10_000;

/** A load generator from npm, for machines without wrk. It needs more time than the server does. */
export class Autocannon implements LoadGenerator {
  readonly name = "autocannon";
  readonly #processes: ChildProcesses;
  readonly #directory: string;
  readonly #prefix: readonly string[];
  #loadCount = 0;

  /** Files with loads are written to `directory`. The words of `prefix` run the generator. */
  constructor(processes: ChildProcesses, directory: string, prefix: readonly string[] = []) {
    this.#processes = processes;
    this.#directory = directory;
    this.#prefix = prefix;
  }

  async run(load: Load): Promise<LoadResult> {
    const path = join(this.#directory, `load-${this.#loadCount++}.json`);
    await Bun.write(path, JSON.stringify(load));
    return loadResult(
      await this.#processes.run(
        [...this.#prefix, process.execPath, entry, path],
        load.durationSeconds * 1_000 + overtimeMs,
      ),
    );
  }
}
