import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { mountable } from "gatehouse-flags";
import { askTargets } from "./administration/ask-targets.ts";
import { runShell } from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

/** A server in mountable mode with stored expressions, which it evaluates and does not show. */
async function startMountable() {
  const asked = await askTargets[0].start("mountable");
  const pro = '{"Equal":[{"Property":["plan"]},"pro"]}';
  for (const line of [`enable hidden -x '${pro}'`, "enable shown -p 5", "create closed"]) {
    await runShell(words(`feature ${line}`), { variables: { GATEHOUSE_DATA: asked.directory } });
  }
  const faults: unknown[] = [];
  const api = mountable({
    data: asked.directory,
    onFault: (error) => void faults.push(error),
  });
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: api.handle });
  return {
    directory: asked.directory,
    url: `http://127.0.0.1:${server.port}/flipper/api`,
    async stop() {
      await server.stop(true);
      await api.close();
      await asked.stop();
      expect(faults).toEqual([]);
    },
  };
}

let mounted: Awaited<ReturnType<typeof startMountable>>;
beforeAll(async () => {
  mounted = await startMountable();
});
afterAll(() => mounted.stop());

function run(line: string) {
  return runShell(words(line), {
    variables: { GATEHOUSE_URL: mounted.url, GATEHOUSE_TOKEN: "t", GATEHOUSE_TO_TOKEN: "t" },
  });
}

test("commands that need all gates are refused, and write nothing", async () => {
  const file = join(mounted.directory, "export.json");
  for (const [line, work] of [
    ["export", "export features"],
    [`export ${file}`, "export features"],
  ] as const) {
    expect([line, await run(line)]).toEqual([
      line,
      {
        code: 1,
        out: "",
        err:
          `gatehouse: cannot ${work} from here: this server does not show expressions, and they ` +
          "would be lost; use --data on the server's machine\n",
      },
    ]);
  }
  expect(existsSync(file)).toBe(false);
});

test("a feature that only an expression opens is not called enabled for nobody", async () => {
  const hidden = "an expression that this server does not show";
  const list = (await run("feature list")).out.split("\n").map((line) => line.split(/ {2,}/));
  expect(list.slice(1, 4)).toEqual([
    ["closed", "off", "nobody"],
    ["hidden", "conditional", `actors with ${hidden}`],
    ["shown", "conditional", "5% of actors"],
  ]);
  expect((await run("feature show hidden")).out).toMatch(
    new RegExp(`^ {2}expression +${hidden}$`, "m"),
  );
  for (const key of ["shown", "closed"]) {
    expect((await run(`feature show ${key}`)).out).not.toContain("expression");
  }
});
