import { minuteMs } from "../../core/time-units.ts";

/** How to start this program with no settings of this process. */
export interface SelftestProgram {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A step that takes longer has failed. */
const stepMsMax = minuteMs;
const reasonLengthMax = 500;

/** Runs a command to its end, and resolves with its output. Rejects with what it says about a failure. */
export async function runToEnd(
  { command, environment }: SelftestProgram,
  argv: readonly string[],
): Promise<string> {
  const child = Bun.spawn([...command, ...argv], {
    env: environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    signal: AbortSignal.timeout(stepMsMax),
    killSignal: "SIGKILL",
  });
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  if (code !== 0) {
    throw new Error(reasonOf(argv[0], err, code));
  }
  return out;
}

/** A server of this program on loopback. */
export class SelftestServer {
  readonly url: string;
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">;

  private constructor(url: string, child: Bun.Subprocess<"ignore", "pipe", "pipe">) {
    this.url = url;
    this.#child = child;
  }

  /** Rejects if the server ends, or does not listen in time. */
  static async start(
    { command, environment }: SelftestProgram,
    data: string,
    token: string,
    onStart: (child: { kill(signal: "SIGKILL"): void }) => void,
  ): Promise<SelftestServer> {
    const flags = ["--host", "127.0.0.1", "--port", "0", "--no-ui", "--log-level", "error"];
    const child = Bun.spawn([...command, "serve", ...flags, "--data", data], {
      env: { ...environment, GATEHOUSE_TOKEN: token },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    onStart(child);
    const late = setTimeout(() => child.kill("SIGKILL"), stepMsMax);
    const url = await printedUrl(child.stdout);
    clearTimeout(late);
    if (url === undefined) {
      const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
      throw new Error(reasonOf("serve", err, code));
    }
    return new SelftestServer(url, child);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }

  /** Rejects if the server does not stop in time, or reports a fault. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    const late = setTimeout(() => this.#child.kill("SIGKILL"), stepMsMax);
    const [err, code] = await Promise.all([this.#child.stderr.text(), this.#child.exited]);
    clearTimeout(late);
    if (code !== 0) {
      throw new Error(reasonOf("serve", err, code));
    }
  }
}

const listening = /^listening on (?<url>\S+)$/m;

async function printedUrl(stdout: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const chunk of stdout) {
    printed += decoder.decode(chunk, { stream: true });
    const url = listening.exec(printed)?.groups?.url;
    if (url !== undefined) {
      return url;
    }
  }
  return undefined;
}

function reasonOf(name: string | undefined, err: string, code: number): string {
  const said = err.trim().split("\n").at(-1)?.slice(0, reasonLengthMax) ?? "";
  return `gatehouse ${name} ended with exit code ${code}${said === "" ? "" : `: ${said}`}`;
}
