/** Passes requests on to a server, and loses answers to telemetry of replicas now and then. */
export class SwallowingProxy implements Disposable {
  readonly #server: Bun.Server<undefined>;
  readonly #target: () => string;
  #relayed = 0;
  /** How many answers were lost. */
  lost = 0;

  constructor(target: () => string) {
    this.#target = target;
    this.#server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: (request) => this.#pass(request),
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  [Symbol.dispose](): void {
    this.#server.stop(true).catch(() => undefined);
  }

  async #pass(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const { method, headers, signal } = request;
    const body = method === "GET" ? undefined : await request.bytes();
    try {
      const answer = await fetch(`${this.#target()}${pathname}${search}`, {
        ...{ method, headers, signal },
        ...(body === undefined ? {} : { body }),
        decompress: false,
      });
      if (pathname === "/replication/telemetry" && this.#relayed++ % 3 === 1) {
        await answer.text();
        this.lost++;
        return new Response("lost", { status: 502 });
      }
      return answer;
    } catch {
      return new Response("unreachable", { status: 502 });
    }
  }
}
