/** Passes requests on to a server, and loses answers to telemetry of replicas now and then. */
export class SwallowingProxy implements Disposable {
  readonly #server: Bun.Server<undefined>;
  readonly #target: () => string;
  readonly #onCut: (() => void) | undefined;
  #relayed = 0;
  /** How many answers were lost. */
  lost = 0;

  /** With `onCut`, snapshots end in the middle without an end, and it is called then. */
  constructor(target: () => string, onCut?: () => void) {
    this.#target = target;
    this.#onCut = onCut;
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

  async #cut(answer: Response, onCut: () => void): Promise<Response> {
    const bytes = await answer.bytes();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, bytes.length / 2));
        onCut();
      },
    });
    return new Response(body, { headers: answer.headers });
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
      return pathname === "/replication/snapshot" && this.#onCut !== undefined
        ? await this.#cut(answer, this.#onCut)
        : answer;
    } catch {
      return new Response("unreachable", { status: 502 });
    }
  }
}
