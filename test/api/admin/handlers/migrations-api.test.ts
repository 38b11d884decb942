import { afterEach, describe, expect, test } from "bun:test";
import { samplePolicy } from "../../../contract/governance-examples.ts";
import {
  cleanUpMigrations,
  codeIn,
  dayMs,
  endAtCleanUp,
  migrationsOn,
  quarantinedFiles,
  startMigrations,
  temporaryDirectory,
} from "../../cloud-import/migration-server.ts";
import { refusalIn, startUi, type UiServer } from "../web-ui-server.ts";

afterEach(cleanUpMigrations);

describe("a migration in the UI", () => {
  async function start() {
    const directory = temporaryDirectory();
    const migrations = startMigrations(migrationsOn, directory);
    const ui: UiServer = await startUi({ quarantine: migrations.quarantine });
    endAtCleanUp(ui);
    const production = ui.hosted.production.id;
    const code = await codeIn(await migrations.send());
    const route = "POST /environments/:environment/migration" as const;
    const input = (body: object) => ({ params: { environment: production }, body });
    const features = async () => {
      const [, , text] = await ui.hosted.manager.call("GET", "/features");
      return text;
    };
    return { ...migrations, ui, code, route, input, features, directory };
  }

  test("an owner sees what would change, takes it over, and it is gone", async () => {
    const { ui, code, route, input, features, directory, quarantine } = await start();
    const owner = await ui.page("owner");
    const { receivedAt = 0 } = quarantine.find(code) ?? {};
    expect(await owner.answer("POST /migration/check", { body: { code } })).toEqual({
      ...{ appName: "Shop", sender: "192.0.2.1", featureCount: 2, receivedAt },
      expiresAt: receivedAt + dayMs,
    });
    const before = await features();
    expect(await owner.answer(`${route}/preview`, input({ code }))).toMatchObject({
      created: 2,
      removed: 0,
    });
    expect(await features()).toBe(before);
    const unnamed = await owner.call(route, input({ code, typed: "production" }));
    expect(await refusalIn(unnamed)).toMatchObject({ status: 422, code: "name_wrong" });
    expect(await features()).toBe(before);

    await owner.answer(route, input({ code, typed: "Production" }));
    expect(await features()).toContain("billing");
    expect(quarantinedFiles(directory)).toEqual([]);
    const again = await owner.call(route, input({ code, typed: "Production" }));
    expect(await refusalIn(again)).toMatchObject({ status: 404, code: "migration_not_found" });
  });

  test("it is refused in a protected environment, and stays until its request is opened", async () => {
    const { ui, code, route, input, features } = await start();
    const policy = samplePolicy(ui.hosted.production.id);
    await ui.hosted.deployment.writer.submit((draft) =>
      draft.record({ kind: "policy.saved", policy }),
    );
    const owner = await ui.page("owner");
    const before = await features();
    const refused = await owner.call(route, input({ code, typed: "Production" }));
    expect(await refusalIn(refused)).toMatchObject({
      status: 403,
      code: "change_request_required",
    });
    expect(await features()).toBe(before);
    const opened = await owner.call(route, input({ code, typed: "Production", request: true }));
    expect(opened.status).toBe(202);
    expect(JSON.parse(await opened.text())).toMatchObject({
      request: { title: "Change 2 features", state: "waiting" },
    });
    expect(await features()).toBe(before);
  });

  test("nobody but an owner sees, takes over or removes it", async () => {
    const { ui, code, route, input, features, quarantine } = await start();
    const id = quarantine.list()[0]?.id ?? "";
    const before = await features();
    for (const role of [undefined, "viewer", "member", "admin"] as const) {
      const page = await ui.page(role);
      const answers = [
        await page.call("POST /migration/check", { body: { code } }),
        await page.call(`${route}/preview`, input({ code })),
        await page.call(route, input({ code, typed: "Production" })),
        await page.call("DELETE /migration", { body: { code } }),
        await page.call("GET /migrations"),
        await page.call("DELETE /migrations/:migration", { params: { migration: id } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(
        Array.from({ length: 6 }, () => (role === undefined ? 401 : 403)),
      );
    }
    expect(await features()).toBe(before);
    const owner = await ui.page("owner");
    expect((await owner.call("POST /migration/check", { body: { code } })).status).toBe(200);
  });

  test("an owner without the code finds nothing", async () => {
    const { ui, directory } = await start();
    const owner = await ui.page("owner");
    const [name = ""] = quarantinedFiles(directory);
    for (const code of ["a", "x".repeat(43), name.replace(".export", "")]) {
      const answer = await owner.call("POST /migration/check", { body: { code } });
      expect((await refusalIn(answer)).code).toBe("migration_not_found");
    }
  });

  test("an owner without the link sees all that wait, and deletes one", async () => {
    const { ui, send, code, directory, clock } = await start();
    clock.now += 1;
    const other = await codeIn(await send(undefined, { address: "192.0.2.9" }));
    const owner = await ui.page("owner");
    const { migrations } = await owner.answer("GET /migrations");
    expect(migrations).toEqual([
      {
        ...{ id: expect.any(String), appName: "Shop", sender: "192.0.2.1", featureCount: 2 },
        ...{ receivedAt: clock.now - 1, expiresAt: clock.now - 1 + dayMs },
      },
      {
        ...{ id: expect.any(String), appName: "Shop", sender: "192.0.2.9", featureCount: 2 },
        ...{ receivedAt: clock.now, expiresAt: clock.now + dayMs },
      },
    ]);
    // What the list shows does not lead to what was sent.
    expect(JSON.stringify(migrations)).not.toContain(code);
    const id = migrations[0]?.id ?? "";
    const asCode = await owner.call("POST /migration/check", { body: { code: id } });
    expect((await refusalIn(asCode)).code).toBe("migration_not_found");
    const params = { migration: id };
    const left = await owner.answer("DELETE /migrations/:migration", { params });
    expect(left.migrations).toEqual(migrations.slice(1));
    expect(quarantinedFiles(directory)).toHaveLength(1);
    const again = await owner.call("DELETE /migrations/:migration", { params });
    expect(await refusalIn(again)).toMatchObject({ status: 404, code: "migration_not_found" });
    expect((await owner.call("POST /migration/check", { body: { code: other } })).status).toBe(200);
  });

  test("an owner removes it", async () => {
    const { ui, code, directory } = await start();
    const owner = await ui.page("owner");
    await owner.answer("DELETE /migration", { body: { code } });
    expect(quarantinedFiles(directory)).toEqual([]);
    const answer = await owner.call("POST /migration/check", { body: { code } });
    expect((await refusalIn(answer)).code).toBe("migration_not_found");
  });
});
