import { join } from "node:path";
import { type HttpAnswer, sendRequest } from "./bench-http-client.ts";
import type { ChildProcesses, RunningServer } from "./child-processes.ts";
import type { LoadGenerator } from "./load/load-generator.ts";

/** The tools and settings of every scenario. */
export interface BenchTools {
  readonly processes: ChildProcesses;
  readonly generator: LoadGenerator;
  /** The built executable. */
  readonly executable: string;
  /** For temporary files, which are deleted after the run. */
  readonly directory: string;
  readonly rounds: number;
  readonly roundSeconds: number;
}

const ceilings = join(import.meta.dir, "ceilings");

/** Starts a ceiling, that is a bare server to compare with, in a new process. */
export function startCeiling(
  { processes }: BenchTools,
  name: "answer-server" | "stream-server" | "write-server",
  ...args: readonly string[]
): Promise<RunningServer> {
  return processes.serve([process.execPath, join(ceilings, `${name}.ts`), ...args]);
}

/** Enough that the handler of a bare server is compiled. */
const warmUpRequests = 1_000;

/** Starts and warms up a bare server with one answer; see `answer-server.ts` for the forms. */
export async function startAnswerCeiling(
  tools: BenchTools,
  answer: HttpAnswer,
  form: "plain" | "reading",
): Promise<RunningServer> {
  const path = join(tools.directory, "answer");
  const { "content-length": _, ...headers } = answer.headers;
  await Bun.write(`${path}.json`, JSON.stringify({ status: answer.status, headers }));
  await Bun.write(`${path}.body`, answer.body);
  const server = await startCeiling(tools, "answer-server", `${path}.json`, `${path}.body`, form);
  for (let request = 0; request < warmUpRequests; request++) {
    const body = form === "reading" ? "{}" : "";
    const method = form === "reading" ? "POST" : "GET";
    await sendRequest(server.origin, { method, path: "/", headers: {}, body });
  }
  return server;
}

/** Runs `parse-loop.ts` for one round and returns its output. */
export function runParseLoop({ processes, roundSeconds }: BenchTools): Promise<string> {
  const durationMs = roundSeconds * 1_000;
  return processes.run(
    [process.execPath, join(ceilings, "parse-loop.ts"), String(durationMs)],
    durationMs + 10_000,
  );
}
