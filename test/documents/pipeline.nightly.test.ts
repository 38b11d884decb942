import { describe, expect, test } from "bun:test";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { documentBlocks } from "./document-blocks.ts";
import { gatehouse, type Running, running } from "./running-gatehouse.ts";

const token = "a-token-for-the-documents";
const [script, ...others] = documentBlocks().filter((block) => block.test === "pipeline");

/** The checks of an application: they fail from a percentage on, when its change was seen in the log. */
const smokeTest = (failsFrom: number) => `
until grep -q "percentage_of_actors $1%" release.log; do sleep 0.1; done
test "$1" -lt ${failsFrom}
`;

/** Runs the script as a pipeline does: `gatehouse` is a program on the path, and the server is far away. */
async function release({ directory, url }: Running, failsFrom: number) {
  const bin = join(directory, "bin");
  await mkdir(bin, { recursive: true });
  const program = join(bin, "gatehouse");
  const words = gatehouse().map((word) => `'${word}'`);
  await Bun.write(program, `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
  await chmod(program, 0o755);
  await Bun.write(join(directory, "smoke-test.sh"), smokeTest(failsFrom));
  await Bun.write(join(directory, "release.sh"), script?.text ?? "");
  const child = Bun.spawn(["/bin/sh", "release.sh"], {
    cwd: directory,
    env: {
      PATH: `${bin}:${process.env.PATH ?? ""}`,
      GATEHOUSE_URL: url,
      GATEHOUSE_TOKEN: token,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const log = await Bun.file(join(directory, "release.log")).text();
  return { code: await child.exited, out, err, log };
}

async function gatesOf({ url }: Running): Promise<unknown> {
  const answer = await fetch(`${url}/adapter/features/new_checkout`, {
    headers: { "flipper-cloud-token": token },
  });
  return answer.json();
}

describe("the release of a document", () => {
  const start = () =>
    running(gatehouse("serve", "--port", "0", "--log-level", "error"), { GATEHOUSE_TOKEN: token });
  const changes = (log: string) =>
    Array.from(
      log.matchAll(/ {2}(percentage_of_actors \d+%|create|rollback) {2}by token 1$/gm),
      ([, change]) => change,
    );

  test("ends with the feature for all actors, if the application stays healthy", async () => {
    expect(others).toEqual([]);
    const server = await start();
    const { code, out, err, log } = await release(server, 101);
    expect([code, err]).toEqual([0, ""]);
    expect(changes(log)).toEqual([
      "create",
      ...["5", "25", "100"].map((percent) => `percentage_of_actors ${percent}%`),
    ]);
    expect(out).toContain("new_checkout is conditional in production: enabled for 25% of actors\n");
    expect(out).toMatch(
      /^ {2}percentage of actors {2}matches {3}bucket [\d,]+ of 100,000 is below 100,000/m,
    );
    expect(out).toContain("new_checkout in production, the last 24 hours: no evaluations\n");
    expect(await gatesOf(server)).toMatchObject({ state: "conditional" });
    await server.stop();
  }, 180_000);

  test("is taken back at the first step at which it is not", async () => {
    const server = await start();
    const { code, out, log } = await release(server, 25);
    expect(code).toBe(1);
    expect(changes(log).slice(0, 3)).toEqual([
      "create",
      "percentage_of_actors 5%",
      "percentage_of_actors 25%",
    ]);
    expect(out).toContain("rolled new_checkout back in production:\n  percentage_of_actors 0%\n");
    expect(out).not.toContain("enabled for 100%");
    expect(await gatesOf(server)).toMatchObject({ key: "new_checkout", state: "off" });
    await server.stop();
  }, 180_000);
});
