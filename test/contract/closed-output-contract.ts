import { expect, test } from "bun:test";
import type { Program } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

/** A server whose output nobody reads any more serves on, and ends as if somebody did. */
export function closedOutputContract({ argv }: Program): void {
  test.concurrent.each([
    ["stdout", "stderr"],
    ["stderr", "stdout"],
  ] as const)("%s is closed", async (closed, open) => {
    using directory = new TemporaryDirectory();
    await using child = Bun.spawn(
      [...argv, "serve", "--mode", "mountable", "--port", "0", "--data", directory.path],
      { cwd: import.meta.dir, env: { PATH: "" }, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    );
    await child[closed].cancel();
    let said = "";
    const decoder = new TextDecoder();
    for await (const chunk of child[open]) {
      const listened = addressIn(said);
      said += decoder.decode(chunk, { stream: true });
      const address = addressIn(said);
      if (listened === undefined && address !== undefined) {
        expect((await fetch(`${address}/healthz`)).status).toBe(200);
        child.kill("SIGTERM");
      }
    }
    expect([await child.exited, child.signalCode]).toEqual([0, null]);
    expect(said).not.toMatch(/EPIPE|error /);
  });
}

/** Where it listens, as both its outputs say it. */
function addressIn(text: string): string | undefined {
  return /(?<address>http:\/\/127\.0\.0\.1:\d+)"?.*\n/.exec(text)?.groups?.address;
}
