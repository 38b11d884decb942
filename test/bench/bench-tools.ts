import { join } from "node:path";
import { type Exchanged, exchange } from "./exchange.ts";
import type { LoadGenerator } from "./load/load-generator.ts";
import type { Processes, Running } from "./processes.ts";

/** What every scenario works with. */
export interface BenchTools {
  readonly processes: Processes;
  readonly generator: LoadGenerator;
  /** The built executable. */
  readonly executable: string;
  /** For files that are gone after the run. */
  readonly directory: string;
  readonly rounds: number;
  readonly roundSeconds: number;
}

const ceilings = join(import.meta.dir, "ceilings");

/** Starts one of the ceilings, as a process of its own. */
export function startCeiling(
  { processes }: BenchTools,
  name: "answer-server" | "write-server",
  ...args: readonly string[]
): Promise<Running> {
  return processes.serve([process.execPath, join(ceilings, `${name}.ts`), ...args]);
}

/** More than it takes to compile a handler of one line. */
const warmUpRequests = 1_000;

/** A bare server that gives always this answer, made anew each time or of ready parts; it is warm. */
export async function startAnswerCeiling(
  tools: BenchTools,
  answer: Exchanged,
  form: "plain" | "shared",
): Promise<Running> {
  const path = join(tools.directory, "answer");
  const { "content-length": _, ...headers } = answer.headers;
  await Bun.write(`${path}.json`, JSON.stringify({ status: answer.status, headers }));
  await Bun.write(`${path}.body`, answer.body);
  const server = await startCeiling(tools, "answer-server", `${path}.json`, `${path}.body`, form);
  for (let request = 0; request < warmUpRequests; request++) {
    await exchange(server.origin, { method: "GET", path: "/", headers: {}, body: "" });
  }
  return server;
}

/** Runs the third ceiling for some time, and gives what it printed. */
export function runParseLoop({ processes, roundSeconds }: BenchTools): Promise<string> {
  const durationMs = roundSeconds * 1_000;
  return processes.run(
    [process.execPath, join(ceilings, "parse-loop.ts"), String(durationMs)],
    durationMs + 10_000,
  );
}
