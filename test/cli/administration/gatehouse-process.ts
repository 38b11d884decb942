import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testedProgram } from "../../contract/server-process.ts";

function spawn(argv: readonly string[], variables: Readonly<Record<string, string>>, cwd: string) {
  return Bun.spawn([...testedProgram.argv, ...argv], {
    cwd,
    env: { PATH: "", ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Runs `gatehouse …` as a process, with the data directory as its current directory. */
export async function gatehouse(
  directory: string,
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) {
  const child = spawn(argv, { GATEHOUSE_DATA: directory, ...variables }, directory);
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}

/** The token that the first start of a server without a terminal left in its data directory. */
export function firstTokenIn(directory: string): string {
  const text = readFileSync(join(directory, "first-start.txt"), "utf8");
  const value = /gatehouse_[\w-]{32}/.exec(text)?.[0];
  if (value === undefined) {
    throw new Error(`there is no token in ${text}`);
  }
  return value;
}

export interface RunningServer {
  readonly url: string;
  /** The standard output up to the line of the URL. */
  readonly printed: string;
  /** Sends a signal; resolves to the exit code and the log. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<{ readonly code: number; readonly logged: string }>;
}

/**
 * Starts `gatehouse serve` on a free port, in this directory and with its data there or in `data`. Rejects with its error output if it ends before it
 * listens.
 */
export async function startGatehouse(
  directory: string,
  variables: Readonly<Record<string, string>> = {},
  data = directory,
): Promise<RunningServer> {
  const argv = ["serve", "--port", "0", "--data", data, "--log-level", "debug"];
  const child = spawn(argv, variables, directory);
  const decoder = new TextDecoder();
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true });
    const url = /^listening on (?<url>\S+)\n/m.exec(printed)?.groups?.url;
    if (url !== undefined) {
      return {
        url,
        printed,
        async end(signal) {
          child.kill(signal);
          const [code, logged] = await Promise.all([child.exited, child.stderr.text()]);
          return { code, logged };
        },
      };
    }
  }
  throw new Error(`the server ended with ${await child.exited}: ${await child.stderr.text()}`);
}
