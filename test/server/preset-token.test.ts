import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

async function freePort(): Promise<number> {
  const claim = createServer();
  await new Promise<void>((resolve) => claim.listen(0, "127.0.0.1", resolve));
  const address = claim.address();
  await new Promise((resolve) => claim.close(resolve));
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** The status of the first answer of a server that starts now, to a client that asks all the time. */
async function firstStatus(directory: string, token: string): Promise<number> {
  const port = await freePort();
  const child = Bun.spawn(
    [...testedProgram.argv, "serve", "--port", String(port), "--data", directory],
    {
      cwd: directory,
      env: { PATH: "", GATEHOUSE_TOKEN: token },
      stdout: "ignore",
      stderr: "ignore",
    },
  );
  try {
    while (child.exitCode === null) {
      const answer = await fetch(`http://127.0.0.1:${port}/adapter/features`, {
        headers: { "flipper-cloud-token": token },
      }).catch(() => null);
      if (answer !== null) {
        return answer.status;
      }
      await Bun.sleep(1);
    }
    return 0;
  } finally {
    child.kill();
    await child.exited;
  }
}

test("the first answer to the right GATEHOUSE_TOKEN is never 401", async () => {
  using directory = new TemporaryDirectory();
  // A first start, further values, and a start with a value that is known.
  for (const token of ["token-number-one", "token-number-two", "token-number-three", "token-number-three"]) {
    expect([token, await firstStatus(directory.path, token)]).toEqual([token, 200]);
  }
});
