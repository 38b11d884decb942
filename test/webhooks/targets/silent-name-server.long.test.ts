import { expect, test } from "bun:test";
import { join } from "node:path";

/*
 * In a process of its own, as the servers of the resolver are those of the whole process.
 */
const program = `
  import { setServers } from "node:dns";
  import { readFile } from "node:fs/promises";
  import { checkTarget } from ${JSON.stringify(join(import.meta.dir, "../../../src/webhooks/targets/check-target.ts"))};
  import { systemNetwork } from ${JSON.stringify(join(import.meta.dir, "../../../src/webhooks/targets/target-network.ts"))};

  const asked = new Set();
  const allAsked = Promise.withResolvers();
  const server = await Bun.udpSocket({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(_, message) {
        asked.add(/silent-\\d+/.exec(message.toString("latin1"))?.[0]);
        if (asked.size === 32) {
          allAsked.resolve();
        }
      },
    },
  });
  setServers(["127.0.0.1:" + server.port]);
  const network = { ...systemNetwork, checkMs: 2_000 };
  const silent = Array.from({ length: 32 }, (_, at) =>
    checkTarget("https://silent-" + at + ".example/", [], network),
  );
  let isSettled = false;
  void Promise.race(silent).then(() => (isSettled = true));
  await allAsked.promise;
  const [local] = await Promise.all([checkTarget("https://localhost/", []), readFile("/etc/hosts")]);
  console.log(JSON.stringify({ isSettled, local }));
  console.log(JSON.stringify(new Set((await Promise.all(silent)).map(({ reason }) => reason)).size));
  process.exit(0);`;

test("names whose server never answers hold up no other name, and no file", async () => {
  const child = Bun.spawn([process.execPath, "--no-env-file", "-e", program], {
    stdin: "ignore",
    stderr: "inherit",
  });
  const lines = (await child.stdout.text()).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      isSettled: false,
      local: { ok: false, reason: expect.stringContaining("not public (loopback)") },
    },
    32,
  ]);
});
