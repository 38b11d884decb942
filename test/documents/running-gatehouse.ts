import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testedProgram } from "../contract/server-process.ts";
import { listeningUrl } from "../helpers/listening-url.ts";

export interface Running {
  readonly url: string;
  readonly directory: string;
  stop(): Promise<void>;
}

/** Starts a program in a new directory and waits until it prints its address. */
export async function running(
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), "gatehouse-documents-"));
  const child = Bun.spawn([...argv], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? "", HOME: directory, ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const url = await listeningUrl(child.stdout);
  if (url === undefined) {
    throw new Error(`it did not listen, and ended with ${await child.exited}`);
  }
  return {
    url,
    directory,
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
      await rm(directory, { recursive: true });
    },
  };
}

/** Returns the argument list that runs `gatehouse`. */
export function gatehouse(...words: readonly string[]): readonly string[] {
  return [...testedProgram.argv, ...words];
}

/** Runs shell lines in which `gatehouse` is the tested program; returns the output. */
export async function shell(
  lines: string,
  directory: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const quoted = gatehouse().map((word) => `'${word}'`);
  const prelude = `set -e\ngatehouse() { ${quoted.join(" ")} "$@"; }\n`;
  const child = Bun.spawn(["/bin/sh", "-c", prelude + lines], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? "", HOME: directory, ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, err] = await Promise.all([
    child.exited,
    child.stdout.text(),
    child.stderr.text(),
  ]);
  if (code !== 0) {
    throw new Error(`it ended with ${code}: ${err}`);
  }
  return out;
}
