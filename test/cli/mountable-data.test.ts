import { describe, expect, test } from "bun:test";
import { askTargets } from "../administration/ask-targets.ts";
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
    expect(why.out).toContain('  expression            open    plan ("pro") is "pro": true\n');

    // The server's own groups are not known here.
    const refused = await run("feature enable search -g staff");
    expect(refused).toEqual({
      code: 1,
      out: "",
      err:
        "gatehouse: Group not registered; gatehouse group add registers it, and in mountable mode " +
        "--allow-unregistered-groups accepts it\n",
    });
    expect(await run("feature enable search -g staff --allow-unregistered-groups")).toMatchObject({
      out: 'search is conditional in production: open for actors with plan is "pro", group staff\n',
    });
    const unknown = await run("check search --actor User;1 --why");
    expect(unknown.code).toBe(1);
    expect(unknown.out).toContain(
      "  groups                closed  in none of staff; not known here: staff (name the actor's groups with --group)\n",
    );
    expect((await run("check search --actor User;1 --group staff")).out).toBe("enabled\n");

    expect(await run("telemetry summary")).toEqual({
      code: 1,
      out: "",
      err: "gatehouse: there is no telemetry: a server in mountable mode counts none\n",
    });
    expect((await run("status")).out).toMatch(/^ {2}mode +mountable$/m);
    expect((await run("audit list --action enable_group")).out).toContain("staff");
    await asked.stop();
  });
});
