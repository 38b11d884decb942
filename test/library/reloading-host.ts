import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";

const sources = join(import.meta.dir, "../../src/index.ts");
const readTimeoutMs = 30_000;

/** A host that prints a line each time it runs; under --hot its server stays the same one. */
function hostText(library: string, version: string): string {
  return `import { mountable } from ${JSON.stringify(library)};
const toggles = mountable({ data: "./data" });
// Hosts may close what an earlier evaluation left; it must not close the newer one.
await globalThis.earlier?.close();
globalThis.earlier = toggles;
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) =>
    new URL(request.url).pathname === "/version"
      ? new Response(${JSON.stringify(version)})
      : toggles.handle(request),
});
console.log(${JSON.stringify(`${version} has`)}, JSON.stringify(toggles.features().map(({ key }) => key)), String(server.url));
`;
}

/** A host process that reloads when its file is edited, as in development. */
export class ReloadingHost implements AsyncDisposable {
  readonly #path: string;
  readonly #library: string;
  readonly #child: Bun.Subprocess<"ignore", "pipe", "inherit">;
  readonly #lines: AsyncIterator<string>;

  private constructor(
    path: string,
    library: string,
    child: Bun.Subprocess<"ignore", "pipe", "inherit">,
  ) {
    this.#path = path;
    this.#library = library;
    this.#child = child;
    this.#lines = linesOf(child.stdout);
  }

  /** Starts `bun --hot` or `bun --watch` in a directory, on the sources unless told. */
  static async start(
    directory: string,
    flag: "--hot" | "--watch",
    library = sources,
  ): Promise<ReloadingHost> {
    await mkdir(directory, { recursive: true });
    const path = join(directory, "reloaded.ts");
    await Bun.write(path, hostText(library, "v1"));
    const child = Bun.spawn([process.execPath, flag, "--no-clear-screen", path], {
      cwd: directory,
      env: { PATH: process.env.PATH ?? "", HOME: directory },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
    return new ReloadingHost(path, library, child);
  }

  /** Replaces the file in one step, as editors do; a reload must not read half of it. */
  async edit(version: string): Promise<void> {
    await Bun.write(`${this.#path}.new`, hostText(this.#library, version));
    await rename(`${this.#path}.new`, this.#path);
  }

  /** The next line of the output. */
  async line(): Promise<string> {
    const timeout = Bun.sleep(readTimeoutMs).then(() => {
      throw new Error("the host printed nothing");
    });
    const next = await Promise.race([this.#lines.next(), timeout]);
    return next.done === true ? `the host ended with ${await this.#child.exited}` : next.value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }
}

async function* linesOf(
  output: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const chunk of output.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  return undefined;
}
