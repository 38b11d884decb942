import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { runShell, steady } from "./daily-shells.ts";
import {
  type FlipperCloud,
  type OtherAnswer,
  otherAnswers,
  startFlipperCloud,
} from "./flipper-cloud.ts";
import { words } from "./in-memory-shell.ts";

let cloud: FlipperCloud;
const kinds = Object.keys(otherAnswers) as OtherAnswer[];

function run(line: string, more: Readonly<Record<string, string>> = {}) {
  const variables = { GATEHOUSE_URL: cloud.url, GATEHOUSE_TOKEN: cloud.token, ...more };
  return runShell(words(line), { variables });
}

describe.each(kinds)("on a server without the Admin API, with %s in its place", (kind) => {
  beforeAll(async () => {
    cloud = await startFlipperCloud(kind);
  });
  afterAll(() => cloud.stop());
  const here = "in the token's environment";
  const oneByOne =
    "gatehouse: this server takes one change at a time, so 2 changes were sent one by one\n";

  test("commands of the public API work, and name what they cannot tell", async () => {
    const steps: readonly (readonly [line: string, out: string, code?: number, err?: string])[] = [
      ["feature list", `no features ${here}\n`],
      ["feature create search", "created search; it is off until a gate is enabled\n"],
      ["feature enable search -p 5", `search is conditional ${here}: enabled for 5% of actors\n`],
      [
        "feature enable search -a User;1 -g staff",
        `search is conditional ${here}: enabled for group staff, actor User;1, 5% of actors\n`,
        0,
        oneByOne,
      ],
      [
        "feature list",
        "FEATURE  STATE  ENABLED FOR\nsearch  conditional  group staff, actor User;1, 5% of actors\n" +
          `1 feature ${here}\n`,
      ],
      [
        "feature show search",
        `search is conditional ${here}\n  boolean  not enabled for everyone\n  expression  none\n` +
          "  groups  staff\n  actors  User;1\n  percentage of actors  5%\n  percentage of time  0%\n",
      ],
      ["check search --actor User;1", "enabled\n"],
      [
        "check serch --actor User;1",
        "disabled\n",
        1,
        'gatehouse: there is no feature "serch"; did you mean "search"?\n',
      ],
      [
        "audit list search --limit 2",
        "ID  TIME (UTC)  BY  ACTION  FEATURE  VALUE\n" +
          "-  TIME  AUTHOR  enable_actor  search  User;1\n" +
          `-  TIME  AUTHOR  enable_group  search  staff\n2 audits ${here}\n`,
      ],
      ["telemetry summary", `search ${here}, 7 days to today (UTC): no evaluations\n`],
      [
        "feature disable search -a User;1",
        `search is conditional ${here}: enabled for group staff, 5% of actors\n`,
      ],
      ["feature clear search", `cleared all gates of search ${here}\n`],
      ["feature disable search", `search is off ${here}: enabled for nobody\n`],
      ["feature delete search --yes", "deleted search from every environment\n"],
    ];
    for (const [line, out, code = 0, err = ""] of steps) {
      const ran = await run(line);
      expect([line, ran.code, steady(ran.out), ran.err]).toEqual([line, code, out, err]);
    }
  });

  test("exports, imports and copies work", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "export.json");
    await run("feature enable a -a User;1");
    expect(await run(`export ${file}`)).toMatchObject({ code: 0 });
    await run("feature enable b");
    expect((await run(`import ${file}`)).out).toBe(
      `imported 1 feature into the token's environment\n`,
    );
    expect((await run("export")).out).toBe(await Bun.file(file).text());
    expect(JSON.parse((await run("feature list --json")).out)).toMatchObject({
      environment: null,
      features: [{ key: "a", details: null }],
    });
  });

  test("others say that the server lacks what they need, and change nothing", async () => {
    await run("feature enable kept -a User;1");
    const before = await run("export");
    const lacks =
      kind === "a redirect"
        ? `gatehouse: ${cloud.url} redirects to ${cloud.url}; give the address of the API itself as --url\n`
        : `gatehouse: ${cloud.url}/adapter lacks a route for this command: it is in mountable mode, a replica, an older Gatehouse server, or another program\n`;
    const onlyOne =
      "gatehouse: this server only answers for one --actor, without --group, --property, --why and --at\n";
    const tellsNot =
      "gatehouse: this server does not report which environment a token belongs to; ";
    const refused: readonly (readonly [line: string, code: number, err: string])[] = [
      ["status", 1, lacks],
      ["telemetry unknown", 1, lacks],
      ["feature describe kept --tags a", 1, lacks],
      ["feature rollback kept --at 2000-01-01 --yes", 1, lacks],
      ["audit follow", 1, lacks],
      ["import /dev/null --dry-run", 1, lacks],
      [
        "import /dev/null --merge",
        1,
        "gatehouse: this server only replaces all features, without --merge\n",
      ],
      [
        "feature list --tag a",
        1,
        "gatehouse: this server does not know tags, or which features look finished\n",
      ],
      ["audit list --by token:1", 1, "gatehouse: this server filters audits by feature only\n"],
      ["check kept --actor User;1 --why", 2, onlyOne],
      ["check kept --actor User;1 --property plan=pro", 2, onlyOne],
      ["check kept --actor User;1 --group staff", 2, onlyOne],
      ["check kept", 2, onlyOne],
      ["feature disable kept --environment staging", 2, tellsNot],
      [
        "diff production staging",
        2,
        "gatehouse: with --url, GATEHOUSE_TOKEN must hold a token of production, and ",
      ],
    ];
    for (const [line, code, err] of refused) {
      const ran = await run(line);
      expect([line, ran.code, ran.out]).toEqual([line, code, ""]);
      expect(ran.err).toStartWith(err);
    }
    expect(await run("export")).toEqual(before);
  });
});

describe("on a server without the Admin API", () => {
  beforeAll(async () => {
    cloud = await startFlipperCloud();
  });
  afterAll(() => cloud.stop());

  test("the questions are asked below /adapter, the path of a URL without one", async () => {
    await run("feature create kept");
    cloud.asked.length = 0;
    await run("feature show kept", { GATEHOUSE_URL: `${cloud.url}/` });
    await run("feature show kept", { GATEHOUSE_URL: `${cloud.url}/adapter/` });
    const asked = ["GET /admin/v1/environments/-/features/kept", "GET /adapter/features/kept"];
    expect(cloud.asked.filter((line) => !line.endsWith("/status"))).toEqual([...asked, ...asked]);
    const wrong = await run("feature list", { GATEHOUSE_URL: `${cloud.url}/api` });
    expect(wrong).toEqual({
      code: 1,
      out: "",
      err:
        `gatehouse: there is no Flipper API at ${cloud.url}/api; on a Gatehouse server it ends in ` +
        "/adapter, or in /flipper/api in mountable mode\n",
    });
  });
});
