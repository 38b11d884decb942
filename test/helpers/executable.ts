import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listeningUrl } from "./listening-url.ts";

interface RunningExecutable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly dataDirectory: string;
  /** Stops it and removes its data; rejects if it logged a fault or its exit code is not 0. */
  stop(): Promise<void>;
}

/**
 * Starts a program on a free port and an empty data directory, with only the given environment
 * variables and an empty PATH. Rejects if it ends before it listens.
 */
export async function startProgram(
  program: readonly string[],
  flags: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningExecutable> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "gatehouse-"));
  const argv = [...program, "serve", "--port", "0", "--data", dataDirectory, ...flags];
  const child = Bun.spawn(argv, {
    cwd: dataDirectory,
    env: { PATH: "", ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const url = await listeningUrl(child.stdout);
  if (url === undefined) {
    throw new Error(`it ended with ${await child.exited}: ${await child.stderr.text()}`);
  }
  return {
    url,
    dataDirectory,
    async stop() {
      child.kill("SIGTERM");
      const [code, logged] = await Promise.all([child.exited, child.stderr.text()]);
      await rm(dataDirectory, { recursive: true });
      if (code !== 0 || /^\S+ error /m.test(logged)) {
        throw new Error(`it ended with ${code}: ${logged}`);
      }
    },
  };
}
