import { expect, test } from "bun:test";
import type { Program } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

/** A server keeps running if a reader closes its output, and then ends normally. */
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
    let output = "";
    const decoder = new TextDecoder();
    for await (const chunk of child[open]) {
      const listened = addressIn(output);
      output += decoder.decode(chunk, { stream: true });
      const address = addressIn(output);
      if (listened === undefined && address !== undefined) {
        expect((await fetch(`${address}/healthz`)).status).toBe(200);
        child.kill("SIGTERM");
      }
    }
    expect([await child.exited, child.signalCode]).toEqual([0, null]);
    expect(output).not.toMatch(/EPIPE|error /);
  });
}

/** The server's URL, which both outputs contain. */
function addressIn(text: string): string | undefined {
  return /(?<address>http:\/\/127\.0\.0\.1:\d+)"?.*\n/.exec(text)?.groups?.address;
}
