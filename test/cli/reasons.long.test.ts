import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { type DailyShell, describePlaces, runShell } from "./daily-shells.ts";
import { type FlipperCloud, startFlipperCloud } from "./flipper-cloud.ts";
import { words } from "./in-memory-shell.ts";

/** The reasons of the latest audits, latest first. */
async function reasonsIn(ran: Awaited<ReturnType<DailyShell["run"]>>): Promise<unknown[]> {
  const { audits }: { readonly audits: readonly { readonly reason: unknown }[] } = JSON.parse(
    ran.out,
  );
  return audits.map(({ reason }) => reason);
}

describePlaces("the reason of a change", (shell) => {
  const latest = async (count: number) =>
    reasonsIn(await shell().run(`audit list --limit ${count} --json`));

  test("is given with --why, and shown by audit list", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "features.json");
    writeFileSync(file, JSON.stringify({ version: 1, features: { search: {}, other: {} } }));
    const lines = [
      "feature create search",
      "feature enable search -p 5",
      "feature disable search -p 5",
      "feature enable search",
      "feature clear search",
      "feature rollback search --to 2 --yes",
      `import ${file} --yes`,
      "feature delete other --yes",
    ];
    for (const [index, line] of lines.entries()) {
      const link = `https://example.com/${index}`;
      const ran = await shell().run(`${line} --why 'OPS-${index}: é🎉' --link ${link}`);
      expect([line, ran.code, ran.err]).toEqual([line, 0, ""]);
      const listed = await shell().run("audit list --limit 1 --json");
      const reason = `OPS-${index}: é🎉`;
      expect(JSON.parse(listed.out)).toMatchObject({ audits: [{ reason, links: [link] }] });
    }
    await shell().run("feature create plain");
    expect(await latest(1)).toEqual([null]);
    const list = await shell().run("audit list --limit 2");
    expect(list.out).toContain("WHY");
    expect(list.out).toContain("OPS-7: é🎉");
    expect((await shell().run("audit list --limit 1")).out).not.toContain("WHY");
  });

  test.each([
    ["without a reason", "--link https://example.com", "--link needs --why"],
    ["with http", "--why a --link http://example.com", "must be an https address"],
    [
      "above ten",
      `--why a ${Array.from({ length: 11 }, (_, n) => `--link https://example.com/${n}`).join(" ")}`,
      "--link can be given at most 10 times",
    ],
  ])("has no links %s", async (_, options, message) => {
    const ran = await shell().run(`feature enable search -p 9 ${options}`);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("is found by audit list --text", async () => {
    expect(await reasonsIn(await shell().run("audit list --text ops-7 --json"))).toEqual([
      "OPS-7: é🎉",
    ]);
    expect((await shell().run("audit list --text ''")).code).toBe(2);
  });

  test("is stored in the other environment by a copy", async () => {
    await shell().run("feature enable search -p 7");
    const copy = "feature copy search --from production --to staging --why 'as tried'";
    expect((await shell().run(copy)).code).toBe(0);
    const list = await shell().runInStaging("audit list --limit 1 --json");
    expect(await reasonsIn(list)).toEqual(["as tried"]);
  });

  test("is stored with mirrored features", async () => {
    if (shell().isRemote) {
      return; // The command needs a personal token there.
    }
    expect((await shell().run("environment mirror staging --why 'back again'")).code).toBe(0);
    const list = await shell().runInStaging("audit list --limit 1 --json");
    expect(await reasonsIn(list)).toEqual(["back again"]);
  });

  test.each([
    ["''", "an empty text"],
    ["'a\tb'", "a tab"],
  ])("is refused as %s, and nothing changes", async (text) => {
    const before = await shell().run("audit list --json");
    const ran = await shell().run(`feature enable search --why ${text}`);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("--why");
    expect(await shell().run("audit list --json")).toEqual(before);
  });
});

describe("a server without the Admin API", () => {
  let cloud: FlipperCloud;
  beforeAll(async () => {
    cloud = await startFlipperCloud();
  });
  afterAll(() => cloud.stop());
  const run = (line: string) =>
    runShell(words(line), {
      variables: { GATEHOUSE_URL: cloud.url, GATEHOUSE_TOKEN: cloud.token },
    });

  test.each([
    "feature create search",
    "feature enable search",
    "feature disable search",
    "feature clear search",
    "feature delete search --yes",
  ])("refuses the reason of %s, and changes nothing", async (line) => {
    await run("feature enable search -p 5");
    const before = await run("export");
    expect(await run(`${line} --why why`)).toEqual({
      code: 2,
      out: "",
      err: expect.stringMatching(
        /^gatehouse: --why needs the Admin API: this server has only the Flipper API/,
      ),
    });
    expect(await run("export")).toEqual(before);
  });
});
