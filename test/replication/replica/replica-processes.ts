import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TokenAccess } from "../../../src/core/model/token.ts";
import { firstTokenIn, gatehouse } from "../../cli/administration/gatehouse-process.ts";
import { ServerProcess, testedProgram } from "../../contract/server-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

/** Logs only what tests read, so that no pipe fills. */
const quiet = { GATEHOUSE_LOG_LEVEL: "error" };

/** An origin and its replicas as processes; all are killed at the end of the block. */
export class ReplicatedServers implements Disposable {
  readonly #directory = new TemporaryDirectory();
  readonly #running = new Set<ServerProcess>();
  readonly #starting = new AbortController();

  directory(name: string): string {
    const path = join(this.#directory.path, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Removes all files of a directory. */
  clear(name: string): void {
    rmSync(this.directory(name), { recursive: true });
    this.directory(name);
  }

  /** The token of Production that the first start made. */
  get token(): string {
    return firstTokenIn(this.directory("origin"));
  }

  async startOrigin(port = 0): Promise<ServerProcess> {
    return this.#start(["--mode", "hosted", "--port", String(port)], "origin", quiet);
  }

  /** Starts a server on a database that others share. */
  startNode(name: string, variables: Record<string, string>, port = 0): Promise<ServerProcess> {
    const args = ["--mode", "hosted", "--port", String(port)];
    return this.#start(args, name, { ...quiet, ...variables });
  }

  /** Starts a replica of the server at a URL. */
  startReplica(
    name: string,
    origin: string,
    token: string,
    args: readonly string[] = ["--port", "0"],
    more: Readonly<Record<string, string>> = {},
  ): Promise<ServerProcess> {
    const variables = { ...quiet, ...more, GATEHOUSE_ORIGIN_TOKEN: token };
    return this.#start(["--mode", "replica", "--origin", origin, ...args], name, variables);
  }

  /** Starts a replica and kills it after a time, whatever it does then. */
  async startAndKillReplica(
    name: string,
    origin: string,
    token: string,
    lifeMs: number,
  ): Promise<void> {
    const variables = { ...quiet, GATEHOUSE_ORIGIN_TOKEN: token };
    const args = ["--mode", "replica", "--origin", origin, "--port", "0"];
    const signal = AbortSignal.timeout(lifeMs);
    const data = this.directory(name);
    const started = ServerProcess.run(testedProgram, args, data, { variables, signal });
    const server = await started.catch((error: unknown) => {
      if (!signal.aborted) {
        throw error;
      }
    });
    await server?.ended();
  }

  async createReplica(name = "replica"): Promise<string> {
    return (await this.command(["replica", "create", "--name", name])).trim();
  }

  /** Creates a token of Production and returns its value. */
  async createToken(
    name: string,
    access: TokenAccess,
    ...permissions: readonly string[]
  ): Promise<string> {
    const created = ["token", "create", "--name", name, "--environment", "production"];
    const printed = await this.command([...created, "--access", access, ...permissions]);
    const [value] = /gatehouse_[\w-]{32}/.exec(printed) ?? [];
    if (value === undefined) {
      throw new Error(printed);
    }
    return value;
  }

  /** The output of a command for the origin; rejects if it fails. */
  async command(argv: readonly string[], variables: Record<string, string> = {}): Promise<string> {
    const { code, out, err } = await gatehouse(this.directory("origin"), argv, variables);
    if (code !== 0) {
      throw new Error(err);
    }
    return out;
  }

  /** Kills the process that does not listen yet. */
  killStarting(): void {
    this.#starting.abort();
  }

  /** Kills a process, as a power cut would. */
  async kill(server: ServerProcess): Promise<void> {
    this.#running.delete(server);
    server.signal("SIGKILL");
    await server.ended();
  }

  [Symbol.dispose](): void {
    for (const server of this.#running) {
      server[Symbol.dispose]();
    }
    this.#directory[Symbol.dispose]();
  }

  async #start(args: readonly string[], name: string, variables: Record<string, string>) {
    const { signal } = this.#starting;
    const data = this.directory(name);
    const server = await ServerProcess.run(testedProgram, args, data, {
      variables,
      ...(signal.aborted ? {} : { signal }),
    });
    this.#running.add(server);
    return server;
  }
}

/** A client of the API of a server or replica. */
export class ReplicaClient {
  readonly url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.url = url;
    this.#token = token;
  }

  send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { "flipper-cloud-token": this.#token, ...init.headers };
    return fetch(`${this.url}/adapter${path}`, { ...init, headers });
  }

  async enableActor(feature: string, actor: string): Promise<number> {
    const body = JSON.stringify({ flipper_id: actor });
    const headers = { "content-type": "application/json" };
    return (await this.send(`/features/${feature}/actors`, { method: "POST", body, headers }))
      .status;
  }

  async keys(): Promise<readonly string[]> {
    const answer: { readonly features: readonly { readonly key: string }[] } = JSON.parse(
      await (await this.send("/features")).text(),
    );
    return answer.features.map(({ key }) => key);
  }
}

const waitMsMax = 90_000;

/** Resolves when a condition holds; rejects after 90 s. */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + waitMsMax;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) {
      throw new Error("The condition did not come to hold");
    }
    await Bun.sleep(20);
  }
}

/** What the readiness check of a replica says of its origin. */
export async function originCheck({ url }: { readonly url: string }): Promise<string | undefined> {
  const answer: { readonly checks: Readonly<Record<string, string>> } = JSON.parse(
    await (await fetch(`${url}/readyz`)).text(),
  );
  return answer.checks.origin;
}

/** How many submissions wait in a replica for the origin. */
export async function spooledSubmissions({ url }: { readonly url: string }): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const found = /^gatehouse_replica_spooled_submissions (?<count>\d+)$/m.exec(metrics);
  return Number(found?.groups?.count);
}
