import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { describePlaces } from "./daily-shells.ts";

/** Commands on a project take no token of an environment. */
const needsPersonalToken = expect.stringContaining("personal token");

describePlaces("retired keys", (shell) => {
  const run = (line: string) => shell().run(line);

  test("are kept by feature delete --retire, listed, and freed", async () => {
    await run("feature enable old");
    const deleted = await run("feature delete old --retire --why OPS-12 --yes");
    expect(deleted).toMatchObject({ code: 0, err: "" });
    expect(await run("feature enable old")).toMatchObject({
      code: 1,
      err: expect.stringContaining("is retired"),
    });
    if (shell().isRemote) {
      expect(await run("feature retired")).toMatchObject({ code: 2, err: needsPersonalToken });
      expect(await run("feature free old")).toMatchObject({ code: 2, err: needsPersonalToken });
      return;
    }
    const list = await run("feature retired --json");
    expect(JSON.parse(list.out)).toMatchObject({
      retire_on_delete: false,
      keys: [{ key: "old", reason: "OPS-12" }],
    });
    expect((await run("feature retired")).out).toContain("OPS-12");
    expect(await run("feature free old")).toMatchObject({ code: 0, out: "freed old\n" });
    expect(await run("feature free old")).toMatchObject({
      code: 1,
      err: expect.stringContaining("is not retired"),
    });
    expect((await run("feature enable old")).code).toBe(0);
  });

  test("are marked among the unknown keys that are still checked", async () => {
    await run("feature create checked");
    await run("feature delete checked --retire --yes");
    const time = Math.floor(Date.now() / 1_000);
    const metric = { key: "checked", time, result: false, value: 2 };
    await shell().submit(
      JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [metric] }),
    );
    const unknown = await run("telemetry unknown --json");
    expect(JSON.parse(unknown.out)).toMatchObject({
      keys: [{ key: "checked", retired: true, meant: null }],
    });
    expect((await run("telemetry unknown")).out).toContain("retired, still checked");
  });

  test("are left out of imports, which say so", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "features.json");
    const features = { gone: { boolean: "true" }, kept: {} };
    writeFileSync(file, JSON.stringify({ version: 1, features }));
    await run("feature create gone");
    await run("feature delete gone --retire --yes");
    expect((await run(`import ${file} --dry-run`)).out).toContain(
      "left out 1 feature with a retired key\n",
    );
    const imported = await run(`import ${file} --yes`);
    expect(imported.out).toContain("imported 1 feature into production\nleft out 1 feature");
  });

  test("are the choice of the project for deletions that do not say it", async () => {
    if (shell().isRemote) {
      const refused = { code: 2, err: needsPersonalToken };
      expect(await run("feature retire-on-delete on")).toMatchObject(refused);
      return;
    }
    expect(await run("feature retire-on-delete on")).toMatchObject({ code: 0 });
    await run("feature create by_choice");
    await run("feature delete by_choice --yes");
    expect((await run("feature retired")).out).toContain("by_choice");
    expect((await run("feature retire-on-delete off")).code).toBe(0);
    expect(await run("feature retire-on-delete maybe")).toMatchObject({ code: 2 });
  });
});
