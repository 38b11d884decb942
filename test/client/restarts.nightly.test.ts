import { expect, test } from "bun:test";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "../../src/client/client-types.ts";
import { createClient } from "../../src/client/create-client.ts";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { ClientWorld, settled } from "./client-world.ts";

const token = "gatehouse_test_0123456789abcdefghij";
const headers = { "flipper-cloud-token": token };

/** The address of the clients, behind which there is one server after the other, or none. */
class MovingServer implements Disposable {
  readonly world = new ClientWorld();
  /** Answers that do not reach the client although the server has sent them. */
  lostAnswers = 0;
  #server: ServerProcess | undefined;
  readonly #open = new Set<Promise<unknown>>();

  constructor() {
    // Counts of another day would not be in the summary.
    // The clients' clock is moved by less, so that nothing is submitted for a day to come.
    this.world.now = Date.now() - 1_800_000;
  }

  async start(data: string): Promise<void> {
    this.#server = await ServerProcess.start(testedProgram, data, {
      mode: "hosted",
      variables: { GATEHOUSE_TOKEN: token, GATEHOUSE_LOG_LEVEL: "error" },
    });
  }

  async stop(): Promise<void> {
    const stopped = this.#server;
    this.#server = undefined;
    stopped?.signal("SIGTERM");
    expect((await stopped?.ended())?.code).toBe(0);
  }

  client(): Client {
    const fetch = (url: string, init: RequestInit) => {
      const answer = this.#forward(url, init);
      this.#open.add(answer);
      return answer.finally(() => this.#open.delete(answer));
    };
    return createClient({
      url: "http://toggles.example",
      token,
      runtime: { ...this.world.runtime, fetch },
    });
  }

  /** Moves the clock of the clients by steps of ten seconds, and waits for all answers. */
  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      await this.world.advance(10_000);
      do {
        await Promise.allSettled(this.#open);
        await settled();
      } while (this.#open.size > 0);
    }
  }

  async call(method: string, path: string): Promise<unknown> {
    const answer = await fetch(`${this.#server?.url}/adapter${path}`, { method, headers });
    expect(answer.ok).toBeTrue();
    return answer.json();
  }

  [Symbol.dispose](): void {
    this.#server?.[Symbol.dispose]();
  }

  async #forward(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url);
    if (this.#server === undefined) {
      throw new TypeError("fetch failed");
    }
    const answer = await fetch(this.#server.url + pathname + search, { ...init, signal: null });
    const { status, headers: answered } = answer;
    const body = await answer.arrayBuffer();
    if (init.method === "POST" && this.lostAnswers > 0) {
      this.lostAnswers -= 1;
      throw new TypeError("the connection was reset");
    }
    return new Response(status === 304 ? null : body, { status, headers: answered });
  }
}

test("a server that stops, restarts, moves and loses answers: no wrong answer, every count once", async () => {
  using directory = new TemporaryDirectory();
  const [first, second] = ["first", "second"].map((name) => join(directory.path, name));
  using server = new MovingServer();
  let isOn = true;
  let asked = 0;
  let enabled = 0;
  const ask = (client: Client) => {
    for (const [feature, expected] of [
      ["search", isOn],
      ["always", true],
      ["never", false],
    ] as const) {
      expect(client.enabled(feature)).toBe(expected);
      asked += 1;
      enabled += expected ? 1 : 0;
    }
  };

  await server.start(first ?? "");
  await server.call("POST", "/features/search/boolean");
  await server.call("POST", "/features/always/boolean");
  const client = server.client();
  await client.ready();
  ask(client);
  await server.pass(60);

  // Away for three minutes, in which counts are submitted in vain.
  await server.stop();
  for (let minute = 0; minute < 3; minute++) {
    ask(client);
    await server.pass(60);
  }
  expect(client.status()).toMatchObject({
    source: "server",
    error: expect.stringContaining("cannot be reached: fetch failed"),
  });
  await server.start(first ?? "");
  await server.call("DELETE", "/features/search/boolean");
  isOn = false;
  await server.pass(10);
  expect(client.status().error).toBeUndefined();
  ask(client);
  await server.pass(180);

  // What the server has counted is submitted again if its answer was lost, and counts once.
  ask(client);
  server.lostAnswers = 2;
  await server.pass(300);
  expect(server.lostAnswers).toBe(0);

  // Moved with its data, to another directory and another port.
  ask(client);
  await server.stop();
  await cp(first ?? "", second ?? "", { recursive: true });
  ask(client);
  await server.start(second ?? "");
  await server.call("POST", "/features/search/boolean");
  isOn = true;
  await server.pass(20);
  ask(client);
  await server.pass(300);
  ask(client);
  await client.close();

  expect(await server.call("GET", "/telemetry/summary?days=2")).toMatchObject({
    features: [
      { key: "always", summary: { total: asked / 3 } },
      { key: "search", summary: { total: asked / 3, enabled: enabled - asked / 3 } },
    ],
  });
  await server.stop();
}, 180_000);
