import { expect } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { freePort } from "../helpers/free-port.ts";
import { ExampleApp, until } from "./example-app.ts";
import { copied, type ExampleProgram } from "./example-programs.ts";

const token = "0123456789abcdef0123456789abcdef";
const users = Array.from({ length: 12 }, (_, index) => index);
const asked = ["user=42", "user=43", "user=43&group=staff"];
const allOld = ["old", "old", "old"];
const someNew = ["new", "old", "new"];
export const someGates = { actors: ["User;42"], groups: ["staff"] };

/** In the repository, as programs cannot always be started from the memory that tests use for files. */
const buildDirectory = join(import.meta.dir, "../../build");

/** One server for all examples, with the origin of a page that may ask it. */
export class ExampleServer implements Disposable {
  readonly #directory: string;
  readonly url: string;
  readonly #server: ServerProcess;
  readonly #data: string;

  private constructor(server: ServerProcess, data: string) {
    this.#server = server;
    this.#data = data;
    this.url = server.url;
    mkdirSync(buildDirectory, { recursive: true });
    this.#directory = mkdtempSync(join(buildDirectory, "examples-"));
  }

  static async start(data: string, pageOrigin = "http://127.0.0.1:5173"): Promise<ExampleServer> {
    const server = await ServerProcess.start(testedProgram, data, {
      mode: "hosted",
      variables: { GATEHOUSE_TOKEN: token, GATEHOUSE_CORS_ORIGIN: pageOrigin },
    });
    return new ExampleServer(server, data);
  }

  /** Starts an example from a copy with its token. */
  async run(program: ExampleProgram, port?: number): Promise<ExampleApp> {
    const words = ["--environment", "production", "--access", program.access];
    const created = await run(
      testedProgram,
      ["token", "create", "--name", program.name, ...words, "--data", this.#data],
      { cwd: this.#directory },
    );
    expect(created).toMatchObject({ code: 0, err: "" });
    const chosen = port ?? (await freePort());
    const app = new ExampleApp({
      cwd: await copied(program, this.#directory),
      argv: program.argv(chosen),
      port: chosen,
      serverUrl: this.url,
      token: created.out.trim(),
      ...(program.variables === undefined ? {} : { variables: program.variables }),
    });
    await app.listening();
    return app;
  }

  /** Sets the gates of the feature, and no others. */
  async set(gates: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await this.#api("/import", { features: { new_checkout: gates } });
    expect(answer.status).toBe(204);
  }

  /** The server's own results for the users. */
  async #results(): Promise<readonly string[]> {
    return Promise.all(
      users.map(async (user) => {
        const answer = await this.#api(`/actors/User;${user}?keys=new_checkout`);
        const text = await answer.text();
        return text.includes('"enabled":true') ? "new" : "old";
      }),
    );
  }

  #api(path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}/adapter${path}`, {
      headers: { "flipper-cloud-token": token, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  }

  /** An example has the results of the server: for no one, an actor, a group, and a percentage. */
  async expectFollowed(app: ExampleApp): Promise<void> {
    await this.set({});
    expect(await until(() => app.checkouts(asked), allOld)).toEqual(allOld);
    await this.set(someGates);
    expect(await until(() => app.checkouts(asked), someNew)).toEqual(someNew);
    await this.set({ percentage_of_actors: "50" });
    const results = await this.#results();
    expect([...new Set(results)].toSorted()).toEqual(["new", "old"]);
    const queries = users.map((user) => `user=${user}`);
    expect(await until(() => app.checkouts(queries), results)).toEqual(results);
  }

  /**
   * Stops while examples are running: they answer from their copy, or with the old checkout. Then they
   * stop at a signal.
   */
  async stopUnder(apps: readonly ExampleAndProgram[]): Promise<void> {
    await this.set(someGates);
    for (const [app] of apps) {
      expect(await until(() => app.checkouts(asked), someNew)).toEqual(someNew);
    }
    this.#server.signal("SIGTERM");
    expect((await this.#server.ended()).code).toBe(0);
    for (const [app, { name, access, ends }] of apps) {
      const checkouts = await app.checkouts(asked);
      expect([name, ...checkouts]).toEqual([name, ...(access === "read_only" ? someNew : allOld)]);
      expect(ends).toContain(await app.stop());
    }
  }

  [Symbol.dispose](): void {
    this.#server[Symbol.dispose]();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

type ExampleAndProgram = readonly [ExampleApp, ExampleProgram];

/** An example that starts when the server is unreachable shows the old checkout. */
export async function expectStartWithoutServer([app, { ends }]: ExampleAndProgram): Promise<void> {
  using later = app.restarted();
  await later.listening();
  expect(await later.checkouts(asked)).toEqual(allOld);
  expect(ends).toContain(await later.stop());
}
