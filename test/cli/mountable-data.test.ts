import { afterAll, describe, expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { askTargets } from "./administration/ask-targets.ts";
import { runShell } from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

describe.each([...askTargets])("data of a server in mountable mode, in $name", ({ start }) => {
  test("is changed and explained as other data, with expressions", async () => {
    const asked = await start("mountable");
    const variables = { GATEHOUSE_DATA: asked.directory };
    const run = (line: string) => runShell(words(line), { variables });
    const pro = '{"Equal":[{"Property":["plan"]},"pro"]}';
    await run(`feature enable search -x '${pro}'`);
    const why = await run("check search --actor User;1 --property plan=pro --why");
    expect(why).toMatchObject({ code: 0, err: "" });
    expect(why.out).toContain('  expression            matches   plan ("pro") is "pro": true\n');

    // The server's own groups are not known here.
    const refused = await run("feature enable search -g staff");
    expect(refused).toEqual({
      code: 1,
      out: "",
      err:
        "gatehouse: Group not registered; --group of gatehouse serve registers it, and " +
        "--allow-unregistered-groups here accepts it\n",
    });
    expect(await run("feature enable search -g staff --allow-unregistered-groups")).toMatchObject({
      out: 'search is conditional in production: enabled for actors with plan is "pro", group staff\n',
    });
    const unknown = await run("check search --actor User;1 --why");
    expect(unknown.code).toBe(1);
    expect(unknown.out).toContain(
      "  groups                no match  in none of staff; not known here: staff (name the actor's groups with --group)\n",
    );
    expect((await run("check search --actor User;1 --group staff")).out).toBe("enabled\n");

    expect(await run("telemetry summary")).toEqual({
      code: 1,
      out: "",
      err: "gatehouse: there is no telemetry: a server in mountable mode counts no evaluations\n",
    });
    expect((await run("status")).out).toMatch(/^ {2}mode +mountable$/m);
    expect((await run("audit list --action enable_group")).out).toContain("staff");
    await asked.stop();
  });
});

describe("a server in mountable mode far away", () => {
  const faults: unknown[] = [];
  const library = mountable({
    data: ":memory:",
    ui: true,
    onFault: (error) => void faults.push(error),
  });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => library.handle(request),
  });
  const url = `http://127.0.0.1:${server.port}/flipper/api`;
  const run = (line: string) => runShell(words(line), { variables: { GATEHOUSE_URL: url } });
  afterAll(async () => {
    await server.stop(true);
    await library.close();
    expect(faults).toEqual([]);
  });

  test("has features that only an expression makes conditional, and shows it", async () => {
    const body = JSON.stringify({ features: { hidden: { expression: { Equal: [1, 1] } } } });
    const headers = { "content-type": "application/json" };
    await fetch(`${url}/import`, { method: "POST", body, headers });
    expect((await run("feature list")).out).toContain("conditional  actors with 1 is 1\n");
    expect((await run("feature show hidden")).out).toContain("  expression            1 is 1\n");
    expect(await run("feature enable hidden -p 0")).toMatchObject({
      out: "hidden is conditional in production: enabled for actors with 1 is 1\n",
    });
    expect((await run("feature disable hidden")).out).toContain("enabled for nobody\n");
    await run("feature delete hidden --yes");
  });

  test("needs no token for commands that administer", async () => {
    expect(await run("group list")).toMatchObject({ code: 0, err: "" });
  });

  test("refuses expressions and groups with the reason, and changes nothing", async () => {
    const expression = "-x '{\"Equal\":[1,1]}'";
    const refused = [
      [
        `feature enable search ${expression}`,
        "A server in mountable mode takes no expressions; change them in its data directory, with --data",
      ],
      [
        `feature enable search -a User;1 ${expression}`,
        "--expression: A server in mountable mode takes no expressions; change them in its data directory, with --data",
      ],
      [
        "feature enable search -g other",
        "Group not registered; --group of gatehouse serve registers it, and --allow-unregistered-groups " +
          "here accepts it",
      ],
      [
        "feature enable search -a User;1 -g other",
        '--group "other": Group not registered; --group of gatehouse serve registers it, and ' +
          "--allow-unregistered-groups here accepts it",
      ],
    ] as const;
    for (const [line, reason] of refused) {
      const ran = await run(line);
      expect([line, ran]).toEqual([line, { code: 1, out: "", err: `gatehouse: ${reason}\n` }]);
    }
    expect((await run("feature list")).out).toBe("no features in production\n");
  });
});

test("a server in mountable mode with the web UI takes descriptions from far away", async () => {
  const library = mountable({ data: ":memory:", ui: true });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => library.handle(request),
  });
  const variables = { GATEHOUSE_URL: `http://127.0.0.1:${server.port}/flipper/api` };
  const run = (line: string) => runShell(words(line), { variables });
  expect(await run("feature enable search -a User;1 -p 5")).toMatchObject({ code: 0, err: "" });
  expect((await run("feature describe search --tags a")).out).toMatch(/^ {2}tags +a$/m);
  expect((await run("feature list --tag a --json")).out).toContain('"environment":"production"');

  // A page of another site cannot send the header of programs.
  const path = `http://127.0.0.1:${server.port}/flipper/admin/v1/environments/-/features/search`;
  for (const own of [{}, { "gatehouse-program": "1", origin: "http://other.example" }]) {
    const headers = { "content-type": "application/json", ...own };
    const refused = await fetch(path, { method: "PATCH", body: "{}", headers });
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: "not_own_page" }]);
  }
  await server.stop(true);
  await library.close();
});
