// The parts that the client loads when it needs them: reading their files takes real time.
import "../../src/client/change-stream.ts";
import "../../src/client/outcomes/outcome-counter.ts";
import "../../src/core/evaluation/actor-check.ts";
import type { Client, ClientOptions, ClientRuntime } from "../../src/client/client-types.ts";
import { createClient } from "../../src/client/create-client.ts";

/** A request that a client sent. */
export interface SentRequest {
  readonly method: string;
  /** Without the origin. */
  readonly path: string;
  readonly headers: Headers;
  /** Inflated. */
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

interface Timer {
  readonly at: number;
  readonly callback: () => unknown;
}

export type Answer = (request: SentRequest) => Response | Promise<Response>;

/** The runtime of clients, with a clock that a test moves and a server that it plays. */
export class ClientWorld {
  now = Date.UTC(2030, 0, 1);
  randomNumber = 0;
  /** Answers of the server, by the path below /adapter; a path without one has status 404. */
  readonly answers = new Map<string, Answer>();
  readonly sent: SentRequest[] = [];
  readonly errors: string[] = [];
  readonly #timers = new Set<Timer>();

  readonly runtime: ClientRuntime = {
    fetch: async (url, init) => {
      const request = await sentRequest(url, init);
      this.sent.push(request);
      const [path = ""] = request.path.replace("/adapter", "").split("?");
      const answer = this.answers.get(path) ?? (() => new Response("{}", { status: 404 }));
      return answer(request);
    },
    now: () => this.now,
    random: () => this.randomNumber,
    after: (ms, callback) => {
      const timer = { at: this.now + ms, callback };
      this.#timers.add(timer);
      return () => this.#timers.delete(timer);
    },
  };

  /** Starts a client that asks for its list at once. */
  client(options: Partial<ClientOptions> = {}): Client {
    return createClient({
      url: "https://toggles.example",
      token: "secret",
      onError: (error) => this.errors.push(error.message),
      runtime: this.runtime,
      ...options,
    });
  }

  /** How many calls the client waits for. */
  get timerCount(): number {
    return this.#timers.size;
  }

  /** The requests of a path, such as `/features`. */
  sentTo(path: string): readonly SentRequest[] {
    return this.sent.filter((request) => request.path.split("?")[0] === `/adapter${path}`);
  }

  /** Moves the clock, and calls what is due on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.now + ms;
    await settled();
    for (let timer = this.#due(end); timer !== undefined; timer = this.#due(end)) {
      this.#timers.delete(timer);
      this.now = Math.max(this.now, timer.at);
      timer.callback();
      await settled();
    }
    this.now = end;
    await settled();
  }

  #due(end: number): Timer | undefined {
    return [...this.#timers]
      .filter(({ at }) => at <= end)
      .sort((a, b) => a.at - b.at)
      .at(0);
  }
}

/** Resolves when nothing is left to do but to wait for the clock. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resume) => setImmediate(resume));
  }
}

async function sentRequest(url: string, init: RequestInit): Promise<SentRequest> {
  const request = new Request(url, { ...init, signal: null });
  const bytes = await request.arrayBuffer();
  const isGzip = request.headers.get("content-encoding") === "gzip";
  return {
    method: request.method,
    path: request.url.slice(new URL(request.url).origin.length),
    headers: request.headers,
    body: new TextDecoder().decode(isGzip ? Bun.gunzipSync(bytes) : bytes),
    signal: init.signal ?? undefined,
  };
}

/** A feature of a list, with gates by key. */
export function listed(key: string, gates: Readonly<Record<string, unknown>> = {}): object {
  return {
    key,
    state: "off",
    gates: Object.entries(gates).map(([gate, value]) => ({ key: gate, value })),
  };
}

/** The answer of GET /features. */
export function listAnswer(
  features: readonly object[],
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ features }, { headers });
}
