const deadlineMs = 60_000;

export interface ExampleStart {
  /** A copy of the example. */
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly port: number;
  readonly serverUrl: string;
  readonly token: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A running example; it is killed at the end of the block. */
export class ExampleApp implements Disposable {
  readonly url: string;
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly #start: ExampleStart;
  readonly #printed: Promise<readonly [string, string]>;

  /** Starts an example with the variables that its README names. */
  constructor(start: ExampleStart) {
    const { cwd, argv, port, serverUrl, token, variables = {} } = start;
    this.#start = start;
    this.url = `http://127.0.0.1:${port}`;
    this.#child = Bun.spawn([...argv], {
      cwd,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? cwd,
        LANG: "C.UTF-8",
        PORT: String(port),
        GATEHOUSE_URL: serverUrl,
        GATEHOUSE_TOKEN: token,
        FLIPPER_CLOUD_URL: `${serverUrl}/adapter`,
        FLIPPER_CLOUD_TOKEN: token,
        VITE_GATEHOUSE_URL: serverUrl,
        VITE_GATEHOUSE_TOKEN: token,
        ...variables,
      },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#printed = Promise.all([this.#child.stdout.text(), this.#child.stderr.text()]);
  }

  /** Waits until it listens; rejects with its output if it ends before. */
  async listening(): Promise<void> {
    const isListening = () =>
      fetch(this.url).then(
        () => true,
        () => false,
      );
    await until(async () => this.#child.exitCode !== null || (await isListening()), true);
    if (this.#child.exitCode !== null) {
      throw new Error(`it ended with ${this.#child.exitCode}: ${(await this.#printed).join("\n")}`);
    }
  }

  /** Starts it again, after it has stopped. */
  restarted(): ExampleApp {
    return new ExampleApp(this.#start);
  }

  /** The checkouts for the queries. */
  checkouts(queries: readonly string[]): Promise<readonly unknown[]> {
    return Promise.all(
      queries.map(async (query) => {
        const answer = await fetch(`${this.url}/checkout?${query}`);
        const body: unknown = await answer.json();
        return answer.status === 200 && isCheckout(body) ? body.checkout : [answer.status, body];
      }),
    );
  }

  /** Asks it to stop; resolves with the exit code, which is 143 if it ends by the signal itself. */
  async stop(): Promise<number> {
    this.#child.kill("SIGTERM");
    return await this.#child.exited;
  }

  [Symbol.dispose](): void {
    this.#child.kill("SIGKILL");
  }
}

function isCheckout(body: unknown): body is { readonly checkout: unknown } {
  return typeof body === "object" && body !== null && "checkout" in body;
}

/** Repeats the work until it gives the expected result; returns the last result. */
export async function until<Result>(
  work: () => Promise<Result>,
  expected: unknown,
): Promise<Result> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const result = await work();
    if (Bun.deepEquals(result, expected) || Date.now() > end) {
      return result;
    }
    await Bun.sleep(20);
  }
}
