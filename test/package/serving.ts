import { expect } from "bun:test";
import { listeningUrl } from "../helpers/listening-url.ts";

/** Runs a server in a directory without files until the work is done. */
export async function serving(
  directory: string,
  argv: readonly string[],
  variables: Readonly<Record<string, string>>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const child = Bun.spawn([...argv], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? "", HOME: directory, ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  try {
    const url = await listeningUrl(child.stdout);
    expect(url).toBeDefined();
    await work(url ?? "");
  } finally {
    child.kill("SIGTERM");
    await child.exited;
  }
}
