const termMs = 3_000;
/** A server that does not listen by then is killed, unless another time is given. */
const startTimeoutMs = 30_000;

export interface RunningServer {
  readonly pid: number;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** From its start until it prints that it listens. */
  readonly startMs: number;
  /** Resolves when the process has ended. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** A program that runs beside a benchmark until it is stopped. */
export interface RunningProgram {
  /** Ends it with SIGTERM, and returns its output. */
  stop(): Promise<string>;
}

type Child = Bun.Subprocess<"ignore", "pipe", "inherit">;

/** Starts the processes of a benchmark, and ends all that still run, also after an error. */
export class ChildProcesses {
  readonly #children = new Set<Child>();

  /** Runs a program and returns its output. Rejects unless it ends in time with exit code 0. */
  async run(argv: readonly string[], timeoutMs: number): Promise<string> {
    const child = this.#spawn(argv, {});
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    try {
      const [printed, code] = await Promise.all([child.stdout.text(), child.exited]);
      if (code !== 0) {
        throw new Error(`${argv[0]} ended with ${code}: ${printed}`);
      }
      return printed;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * As `run`, for a program that waits: when it has printed the line, `onLine` is called, and then it
   * gets a line of input.
   */
  async converse(
    argv: readonly string[],
    timeoutMs: number,
    line: string,
    onLine: () => void,
  ): Promise<string> {
    const child = Bun.spawn([...argv], {
      env: { PATH: process.env.PATH ?? "" },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const decoder = new TextDecoder();
    let printed = "";
    let isAnswered = false;
    for await (const chunk of child.stdout) {
      printed += decoder.decode(chunk, { stream: true });
      if (!isAnswered && printed.includes(`${line}\n`)) {
        isAnswered = true;
        onLine();
        void child.stdin.write("go\n");
        await child.stdin.flush();
      }
    }
    clearTimeout(timer);
    if ((await child.exited) !== 0) {
      throw new Error(`${argv[0]} ended with ${child.exitCode}: ${printed}`);
    }
    return printed;
  }

  /** Starts a program that runs until it is stopped. */
  background(argv: readonly string[]): RunningProgram {
    const child = this.#spawn(argv, {});
    const printed = child.stdout.text();
    return {
      async stop() {
        await end(child, "SIGTERM");
        return printed;
      },
    };
  }

  /** Starts a server, and waits until it prints `listening on URL`. */
  async serve(
    argv: readonly string[],
    variables: Readonly<Record<string, string>> = {},
    timeoutMs = startTimeoutMs,
  ): Promise<RunningServer> {
    const started = performance.now();
    const child = this.#spawn(argv, variables);
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const origin = await listeningOrigin(child.stdout);
    clearTimeout(timer);
    const startMs = performance.now() - started;
    if (origin === undefined) {
      throw new Error(`${argv[0]} ended with ${await child.exited} before it listened`);
    }
    return {
      pid: child.pid,
      origin,
      startMs,
      stop: (signal = "SIGTERM") => end(child, signal),
    };
  }

  async stopAll(): Promise<void> {
    await Promise.all(Array.from(this.#children, (child) => end(child, "SIGTERM")));
  }

  #spawn(argv: readonly string[], variables: Readonly<Record<string, string>>): Child {
    const child = Bun.spawn([...argv], {
      env: { PATH: process.env.PATH ?? "", ...variables },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
    this.#children.add(child);
    void child.exited.then(() => this.#children.delete(child));
    return child;
  }
}

async function end(child: Child, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), termMs);
  await child.exited;
  clearTimeout(timer);
}

async function listeningOrigin(stdout: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const reader = stdout.getReader();
  let printed = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return undefined;
    }
    printed += decoder.decode(value, { stream: true });
    const origin = /^listening on (?<origin>\S+)\n/m.exec(printed)?.groups?.origin;
    if (origin !== undefined) {
      return origin;
    }
  }
}
