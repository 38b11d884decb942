import { mkdir } from "node:fs/promises";
import { type Exchanged, exchange } from "./exchange.ts";
import { type BenchFeature, importDocument } from "./features.ts";
import type { PlainRequest } from "./load/request-pattern.ts";
import type { Processes, Running } from "./processes.ts";
import { expectStatus } from "./refused.ts";

export const apiPrefix = "/adapter";
export const token = "a-token-for-benchmarks-only";
export const authorized = { "flipper-cloud-token": token };

/** The built executable in hosted mode, on a data directory that outlives its restarts. */
export class Gatehouse {
  readonly #processes: Processes;
  readonly #executable: string;
  readonly #directory: string;
  #running: Running;

  private constructor(processes: Processes, argv: [string, string], running: Running) {
    this.#processes = processes;
    [this.#executable, this.#directory] = argv;
    this.#running = running;
  }

  static async start(
    processes: Processes,
    executable: string,
    directory: string,
  ): Promise<Gatehouse> {
    await mkdir(directory, { recursive: true });
    const running = await serve(processes, executable, directory);
    return new Gatehouse(processes, [executable, directory], running);
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

  stop(): Promise<void> {
    return this.#running.stop();
  }

  /** Kills it as nothing but a power cut would, and starts it again on the same data. */
  async killAndRestart(): Promise<void> {
    await this.#running.stop("SIGKILL");
    this.#running = await serve(this.#processes, this.#executable, this.#directory);
  }

  /** Sends a request below the API's prefix, with the token. */
  send(request: Partial<PlainRequest> & { readonly path: string }): Promise<Exchanged> {
    return exchange(this.origin, {
      method: "GET",
      body: "",
      ...request,
      path: apiPrefix + request.path,
      headers: { ...authorized, ...request.headers },
    });
  }

  /** The JSON of a GET that must be answered 200. */
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

function serve(processes: Processes, executable: string, directory: string): Promise<Running> {
  const flags = ["--mode", "hosted", "--host", "127.0.0.1", "--port", "0", "--log-level", "warn"];
  return processes.serve([executable, "serve", ...flags, "--data", directory], {
    GATEHOUSE_TOKEN: token,
  });
}
