import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";

/** In the repository, so that scripts find the packages. */
const buildDirectory = join(import.meta.dir, "../../build");
const token = "0123456789abcdef0123456789abcdef";

/**
 * A web site of its own origin whose pages evaluate features over OFREP, with a server that allows
 * that origin. A proxy between them lets the server be started again at the same address.
 */
export class FlagSite implements AsyncDisposable {
  readonly #directory: string;
  readonly #scripts = new Map<string, string>();
  readonly #pages: Bun.Server<undefined>;
  readonly #proxy: Bun.Server<undefined>;
  #server: ServerProcess | undefined;
  /** A token that may only evaluate. */
  token = "";

  private constructor(directory: string) {
    this.#directory = directory;
    this.#pages = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request) => this.#page(new URL(request.url).pathname),
    });
    this.#proxy = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: (request) => this.#forward(request),
    });
  }

  static async start(): Promise<FlagSite> {
    await mkdir(buildDirectory, { recursive: true });
    const site = new FlagSite(await mkdtemp(join(buildDirectory, "flag-site-")));
    await site.startServer();
    const words = ["--environment", "production", "--access", "evaluate", "--name", "web"];
    const created = await run(testedProgram, ["token", "create", ...words, "--data", site.#data], {
      cwd: site.#directory,
    });
    site.token = created.out.trim();
    return site;
  }

  get #data(): string {
    return join(this.#directory, "data");
  }

  /** The origin of the pages. */
  get pagesUrl(): string {
    return `http://127.0.0.1:${this.#pages.port}`;
  }

  /** The address of the server for its clients. */
  get serverUrl(): string {
    return `http://127.0.0.1:${this.#proxy.port}`;
  }

  async startServer(): Promise<void> {
    this.#server = await ServerProcess.start(testedProgram, this.#data, {
      mode: "hosted",
      variables: { GATEHOUSE_TOKEN: token, GATEHOUSE_CORS_ORIGIN: this.pagesUrl },
    });
  }

  async stopServer(): Promise<void> {
    this.#server?.signal("SIGTERM");
    const ended = await this.#server?.ended();
    if (ended?.code !== 0) {
      throw new Error(`the server ended with ${ended?.code}: ${ended?.err}`);
    }
  }

  async api(method: string, path: string, body?: unknown): Promise<void> {
    const response = await fetch(`${this.serverUrl}/adapter${path}`, {
      method,
      headers: { "flipper-cloud-token": token, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
  }

  /**
   * Makes a page that runs a script, which may import packages. In its text the documented address
   * and `TOKEN` stand for those of this site. Returns the URL.
   */
  async addPage(name: string, script: string): Promise<string> {
    const file = join(this.#directory, name);
    const own = script.replaceAll("http://127.0.0.1:8080", this.serverUrl);
    await Bun.write(file, own.replaceAll("TOKEN", this.token));
    const { outputs } = await Bun.build({
      entrypoints: [file],
      target: "browser",
      define: { "process.env.NODE_ENV": '"production"' },
    });
    this.#scripts.set(name, (await outputs[0]?.text()) ?? "");
    return `${this.pagesUrl}/${name}`;
  }

  #page(path: string): Response {
    const name = path.slice(1);
    const script = this.#scripts.get(name.replace(".script", ""));
    if (script === undefined) {
      return new Response(null, { status: path === "/favicon.ico" ? 204 : 404 });
    }
    return name.endsWith(".script")
      ? new Response(script, { headers: { "content-type": "text/javascript" } })
      : new Response(
          `<!doctype html><title></title><body><script type="module" src="/${name}.script"></script>`,
          {
            headers: { "content-type": "text/html" },
          },
        );
  }

  async #forward(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    try {
      return await fetch((this.#server?.url ?? "") + pathname + search, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        decompress: false,
        signal: request.signal,
      });
    } catch {
      return new Response(null, { status: 502 });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server?.[Symbol.dispose]();
    await Promise.all([this.#pages.stop(true), this.#proxy.stop(true)]);
    await rm(this.#directory, { recursive: true, force: true });
  }
}
