import { join } from "node:path";

/** A way to run Gatehouse: the command before Gatehouse's own arguments. */
export interface Program {
  readonly name: string;
  readonly argv: readonly string[];
}

export const fromSource: Program = {
  name: "the sources",
  argv: [process.execPath, "--no-env-file", join(import.meta.dir, "../../src/main.ts")],
};

const built = process.env.TESTED_PROGRAM;

/** The sources, or the same sources as `make` has built them: these start in a third of the time. */
export const testedProgram: Program =
  built === undefined ? fromSource : { name: "the built sources", argv: [built] };

export interface RunOptions {
  /** The current directory of the process. */
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Kills the process. */
  readonly signal?: AbortSignal;
}

export interface StartOptions extends Partial<RunOptions> {
  /** Mountable if missing. */
  readonly mode?: "hosted" | "mountable";
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function spawn(
  { argv }: Program,
  args: readonly string[],
  { cwd, variables = {}, signal }: RunOptions,
) {
  return Bun.spawn([...argv, ...args], {
    cwd,
    // An empty PATH, and no settings from the environment of the tests.
    env: { PATH: "", ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...(signal === undefined ? {} : { signal, killSignal: "SIGKILL" }),
  });
}

/** Runs the program to its end. */
export async function run(
  program: Program,
  args: readonly string[],
  options: RunOptions,
): Promise<Ended> {
  const child = spawn(program, args, options);
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}

/** A listening server in a process; it is killed at the end of the block. */
export class ServerProcess implements Disposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly #child: ReturnType<typeof spawn>;
  readonly #printed: Promise<string>;
  #ended: Promise<Ended> | undefined;

  private constructor(child: ReturnType<typeof spawn>, url: string, printed: Promise<string>) {
    this.#child = child;
    this.url = url;
    this.#printed = printed;
  }

  /** Rejects with the server's error output if it ends before it listens. */
  static async start(program: Program, data: string, options: StartOptions = {}) {
    const { mode = "mountable", ...rest } = options;
    const child = spawn(program, ["serve", "--mode", mode, "--port", "0", "--data", data], {
      cwd: import.meta.dir,
      ...rest,
    });
    return ServerProcess.#listening(child);
  }

  /** As `start`, with other arguments of `serve` beside the data directory. */
  static run(
    program: Program,
    args: readonly string[],
    data: string,
    options: Omit<RunOptions, "cwd">,
  ): Promise<ServerProcess> {
    const child = spawn(program, ["serve", "--data", data, ...args], {
      cwd: import.meta.dir,
      ...options,
    });
    return ServerProcess.#listening(child);
  }

  static async #listening(child: ReturnType<typeof spawn>): Promise<ServerProcess> {
    const listening = Promise.withResolvers<string | null>();
    const printed = readAll(child.stdout, listening.resolve);
    const url = await listening.promise;
    if (url === null) {
      throw new Error(`The server ended with ${await child.exited}: ${await child.stderr.text()}`);
    }
    return new ServerProcess(child, url, printed);
  }

  /** Sends a request to a path below the API's prefix. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}/flipper/api${path}`, init);
  }

  signal(name: "SIGHUP" | "SIGTERM" | "SIGINT" | "SIGKILL" | "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(name);
  }

  ended(): Promise<Ended> {
    this.#ended ??= this.#whenEnded();
    return this.#ended;
  }

  async #whenEnded(): Promise<Ended> {
    const code = await this.#child.exited;
    return { code, out: await this.#printed, err: await this.#child.stderr.text() };
  }

  [Symbol.dispose](): void {
    this.#child.kill("SIGKILL");
  }
}

/**
 * Reads all of a stream's text. `onUrl` gets the URL as soon as its line has come, or null without
 * one.
 */
async function readAll(
  stream: ReadableStream<Uint8Array>,
  onUrl: (url: string | null) => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const chunk of stream) {
    printed += decoder.decode(chunk, { stream: true });
    const url = /^listening on (?<url>\S+)\n/m.exec(printed)?.groups?.url;
    if (url !== undefined) {
      onUrl(url);
    }
  }
  onUrl(null);
  return printed;
}
