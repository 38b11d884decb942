import { testedProgram } from "../contract/server-process.ts";
import { freePort } from "../helpers/free-port.ts";

/** The status of the first answer of a server that starts now, to a client that asks all the time. */
export async function firstStatus(
  directory: string,
  token: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  const port = await freePort();
  const child = Bun.spawn(
    [...testedProgram.argv, "serve", "--port", String(port), "--data", directory],
    {
      cwd: directory,
      env: { PATH: "", GATEHOUSE_TOKEN: token, ...variables },
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
