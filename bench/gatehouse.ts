import { mkdir } from "node:fs/promises";
import { type HttpAnswer, sendRequest } from "./bench-http-client.ts";
import { expectStatus } from "./benchmark-error.ts";
import { type BenchFeature, importDocument } from "./benchmark-features.ts";
import type { ChildProcesses, RunningServer } from "./child-processes.ts";
import type { PlainRequest } from "./load/request-pattern.ts";

export const apiPrefix = "/adapter";
export const token = "a-token-for-benchmarks-only";
const commandTimeoutMs = 10_000;
export const authorized = { "flipper-cloud-token": token };

/** How the server's process differs from a usual one. */
export interface Launch {
  /** A command that runs the executable, given after it with its arguments. */
  readonly prefix?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** The lowest level that is logged; warn unless given. */
  readonly logLevel?: "warn" | "error";
  /** "hosted" unless given. */
  readonly mode?: "hosted" | "replica";
}

/** The built executable in hosted mode, with one data directory for all its starts. */
export class Gatehouse {
  readonly #processes: ChildProcesses;
  readonly #executable: string;
  readonly #directory: string;
  readonly #launch: Launch;
  #running: RunningServer;

  private constructor(
    processes: ChildProcesses,
    argv: [string, string],
    launch: Launch,
    running: RunningServer,
  ) {
    this.#processes = processes;
    [this.#executable, this.#directory] = argv;
    this.#launch = launch;
    this.#running = running;
  }

  static async start(
    processes: ChildProcesses,
    executable: string,
    directory: string,
    launch: Launch = {},
  ): Promise<Gatehouse> {
    await mkdir(directory, { recursive: true });
    const running = await serve(processes, executable, directory, launch);
    return new Gatehouse(processes, [executable, directory], launch, running);
  }

  get origin(): string {
    return this.#running.origin;
  }

  get pid(): number {
    return this.#running.pid;
  }

  get startMs(): number {
    return this.#running.startMs;
  }

  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void> {
    return this.#running.stop(signal);
  }

  /** Ends the process, and starts it again with the same data. */
  async restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void> {
    await this.#running.stop(signal);
    this.#running = await serve(this.#processes, this.#executable, this.#directory, this.#launch);
  }

  /** Kills the process with SIGKILL, and starts it again with the same data. */
  killAndRestart(): Promise<void> {
    return this.restart("SIGKILL");
  }

  /** Runs a command of the executable on the same data directory, and returns its output. */
  command(...args: readonly string[]): Promise<string> {
    return this.#processes.run(
      [this.#executable, ...args, "--data", this.#directory],
      commandTimeoutMs,
    );
  }

  /** Sends a request to a path of the API, with the token. */
  send(request: Partial<PlainRequest> & { readonly path: string }): Promise<HttpAnswer> {
    return sendRequest(this.origin, {
      method: "GET",
      body: "",
      ...request,
      path: apiPrefix + request.path,
      headers: { ...authorized, ...request.headers },
    });
  }

  /** Sends a GET and returns its JSON. Throws unless the status is 200. */
  async json<Document>(path: string): Promise<Document> {
    const answer = await this.send({ path });
    expectStatus(answer, 200, path);
    return JSON.parse(answer.body.toString());
  }

  async import(features: readonly BenchFeature[]): Promise<void> {
    const headers = { "content-type": "application/json" };
    const body = importDocument(features);
    const answer = await this.send({ method: "POST", path: "/import", headers, body });
    expectStatus(answer, 204, "/import");
  }
}

function serve(
  processes: ChildProcesses,
  executable: string,
  directory: string,
  { prefix = [], variables = {}, logLevel = "warn", mode = "hosted" }: Launch,
): Promise<RunningServer> {
  const flags = ["--mode", mode, "--host", "127.0.0.1", "--port", "0", "--log-level", logLevel];
  return processes.serve([...prefix, executable, "serve", ...flags, "--data", directory], {
    ...(mode === "hosted" ? { GATEHOUSE_TOKEN: token } : {}),
    ...variables,
  });
}
