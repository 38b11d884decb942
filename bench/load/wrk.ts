import { join } from "node:path";
import type { ChildProcesses } from "../child-processes.ts";
import type { Load, LoadGenerator, LoadResult } from "./load-generator.ts";
import { loadResult } from "./load-result.ts";
import { type RequestPattern, wirePieces } from "./request-pattern.ts";

const script = join(import.meta.dir, "wrk.lua");
const overtimeMs = 10_000;

/** A load generator in C, which needs so little processor time that the server is the limit. */
export class Wrk implements LoadGenerator {
  readonly name = "wrk";
  readonly #path: string;
  readonly #processes: ChildProcesses;
  readonly #directory: string;
  readonly #prefix: readonly string[];
  readonly #files = new Map<RequestPattern, Promise<string>>();

  /** Files with requests are written to `directory`. The words of `prefix` run wrk. */
  constructor(
    path: string,
    processes: ChildProcesses,
    directory: string,
    prefix: readonly string[] = [],
  ) {
    this.#path = path;
    this.#processes = processes;
    this.#directory = directory;
    this.#prefix = prefix;
  }

  async run(load: Load): Promise<LoadResult> {
    const { requests, connections, durationSeconds } = load;
    const isSame = requests.widths.length === 0;
    const headers = isSame ? Object.entries(requests.headers) : [];
    const printed = await this.#processes.run(
      [
        ...this.#prefix,
        this.#path,
        "--threads=1",
        `--connections=${connections}`,
        `--duration=${durationSeconds}s`,
        "--timeout=5s",
        `--script=${script}`,
        ...headers.map(([name, value]) => `--header=${name}: ${value}`),
        load.origin + (isSame ? (requests.path[0] ?? "") : ""),
        "--",
        isSame ? "-" : await this.#fileOf(requests),
        String(load.firstRow),
        String(load.pauseMs),
      ],
      durationSeconds * 1_000 + overtimeMs,
    );
    return loadResult(printed);
  }

  #fileOf(pattern: RequestPattern): Promise<string> {
    const known = this.#files.get(pattern);
    if (known !== undefined) {
      return known;
    }
    const file = writePattern(join(this.#directory, `requests-${crypto.randomUUID()}`), pattern);
    this.#files.set(pattern, file);
    return file;
  }
}

async function writePattern(path: string, pattern: RequestPattern): Promise<string> {
  const pieces = wirePieces(pattern);
  const numbers = [pieces.length, ...pieces.map((piece) => piece.length), ...pattern.widths];
  const text = `${numbers.join(" ")}\n${pieces.join("")}${pattern.rows}`;
  await Bun.write(path, Buffer.from(text, "latin1"));
  return path;
}
