import { join } from "node:path";

/** A way to run Gatehouse: what to start, before its own arguments. */
export interface Program {
  readonly name: string;
  readonly argv: readonly string[];
}

export const fromSource: Program = {
  name: "the sources",
  argv: [process.execPath, "--no-env-file", join(import.meta.dir, "../../src/main.ts")],
};

export interface RunOptions {
  /** Where it is started; the directory that a `using` block removes, or any. */
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export interface StartOptions extends Partial<RunOptions> {
  /** Mountable unless given. */
  readonly mode?: "hosted" | "mountable";
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function spawn({ argv }: Program, args: readonly string[], { cwd, variables = {} }: RunOptions) {
  return Bun.spawn([...argv, ...args], {
    cwd,
    // Nothing to find anything with, and none of the settings of whoever runs the tests.
    env: { PATH: "", ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Runs it to its end. */
export async function run(
  program: Program,
  args: readonly string[],
  options: RunOptions,
): Promise<Ended> {
  const child = spawn(program, args, options);
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}

/** A server that listens, in a process of its own; one that a block leaves behind is killed. */
export class ServerProcess implements Disposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly #child: ReturnType<typeof spawn>;
  readonly #printed: Promise<string>;

  private constructor(child: ReturnType<typeof spawn>, url: string, printed: Promise<string>) {
    this.#child = child;
    this.url = url;
    this.#printed = printed;
  }

  /** Rejects with what it said if it ends before it listens. */
  static async start(program: Program, data: string, options: StartOptions = {}) {
    const { mode = "mountable", ...rest } = options;
    const args = ["serve", "--mode", mode, "--port", "0", "--data", data];
    const child = spawn(program, args, { cwd: import.meta.dir, ...rest });
    const listening = Promise.withResolvers<string | null>();
    const printed = readAll(child.stdout, listening.resolve);
    const url = await listening.promise;
    if (url === null) {
      throw new Error(`It ended with ${await child.exited}: ${await child.stderr.text()}`);
    }
    return new ServerProcess(child, url, printed);
  }

  /** A request to a path below the API's prefix. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}/flipper/api${path}`, init);
  }

  signal(name: "SIGTERM" | "SIGINT" | "SIGKILL"): void {
    this.#child.kill(name);
  }

  async ended(): Promise<Ended> {
    const code = await this.#child.exited;
    return { code, out: await this.#printed, err: await this.#child.stderr.text() };
  }

  [Symbol.dispose](): void {
    this.#child.kill("SIGKILL");
  }
}

/** All of a stream's text; tells the URL as soon as the line with it has come, null if none does. */
async function readAll(
  stream: ReadableStream<Uint8Array>,
  tell: (url: string | null) => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const chunk of stream) {
    printed += decoder.decode(chunk, { stream: true });
    const url = /^listening on (?<url>\S+)\n/m.exec(printed)?.groups?.url;
    if (url !== undefined) {
      tell(url);
    }
  }
  tell(null);
  return printed;
}
