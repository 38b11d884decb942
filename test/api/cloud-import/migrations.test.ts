import { afterEach, describe, expect, test } from "bun:test";
import {
  cleanUpMigrations,
  codeIn,
  dayMs,
  migratedExport,
  migrationPayload,
  migrationsOn,
  quarantinedFiles,
  startMigrations,
  temporaryDirectory,
} from "./migration-server.ts";

afterEach(cleanUpMigrations);

async function errorIn(answer: Response) {
  const { message, error, code } = JSON.parse(await answer.text());
  expect(error).toBe(message);
  return { status: answer.status, code, error };
}

describe("an export without a token", () => {
  test.each(["/api/migrate", "/adapter/api/migrate"])(
    "is kept at %s, with a link of the public URL",
    async (path) => {
      const { send } = startMigrations(migrationsOn, temporaryDirectory());
      const answer = await send(migrationPayload, { path });
      expect(answer.status).toBe(200);
      expect(JSON.parse(await answer.text())).toEqual({
        url: expect.stringMatching(/^https:\/\/toggles\.example\/t\/migrate#[\w-]{43}$/),
      });
    },
  );

  test.each([
    [[], "--migrations"],
    [["--public-url", "https://toggles.example"], "--migrations"],
    [["--migrations", "on"], "--public-url"],
    [[...migrationsOn, "--no-ui"], "no web UI"],
    [[...migrationsOn, "--read-only-ui"], "no web UI"],
  ])("is refused with the reason, and what to do instead, with %j", async (flags, reason) => {
    const directory = temporaryDirectory();
    const { send } = startMigrations(flags, directory);
    const refused = await errorIn(await send());
    expect(refused).toMatchObject({ status: 403, code: "migration_refused" });
    expect(refused.error).toContain(reason);
    expect(refused.error).toContain("flipper cloud push");
    expect(quarantinedFiles(directory)).toEqual([]);
  });

  test.each([
    ["{", 422],
    ["[]", 422],
    [{}, 422],
    [{ export: null }, 422],
    [{ export: [] }, 422],
    [{ export: { version: 1 } }, 422],
    [{ features: {} }, 422],
    [{ export: { features: { search: { boolean: "perhaps" } } } }, 422],
    [{ export: migratedExport, metadata: [] }, 422],
    [{ export: migratedExport, metadata: { app_name: "a".repeat(5_000) } }, 422],
  ])("that is %j is refused, and nothing is kept", async (body, status) => {
    const directory = temporaryDirectory();
    const { send } = startMigrations(migrationsOn, directory);
    expect(await errorIn(await send(body))).toMatchObject({ status, code: 6 });
    expect(quarantinedFiles(directory)).toEqual([]);
  });

  test("of another type, method or path is refused", async () => {
    const { send } = startMigrations(migrationsOn, temporaryDirectory());
    const form = { headers: { "content-type": "text/plain" }, body: "{}" };
    expect((await send(migrationPayload, form)).status).toBe(415);
    const read = await send(migrationPayload, { method: "GET", body: null });
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await send(migrationPayload, { path: "/api/migrate/x" })).status).toBe(404);
    expect((await send(migrationPayload, { path: "/api/migrations" })).status).toBe(404);
  });

  test.each([
    ["as sent", { body: `${JSON.stringify(migrationPayload)}${" ".repeat(3_000_000)}` }],
    ["inflated", {}],
  ])("over the limit of its bytes %s is refused", async (_, init) => {
    const directory = temporaryDirectory();
    const { send } = startMigrations(migrationsOn, directory);
    const headers = { "content-type": "application/json" };
    const padded = `${" ".repeat(9_000_000)}${JSON.stringify(migrationPayload)}`;
    const answer = await send(padded, "body" in init ? { ...init, headers } : {});
    expect(await errorIn(answer)).toEqual({
      status: 413,
      code: "body_too_large",
      error: "The export is too large for a migration; use flipper cloud push",
    });
    expect(quarantinedFiles(directory)).toEqual([]);
  });

  test("counts for its address, and for all", async () => {
    const directory = temporaryDirectory();
    const { send, clock } = startMigrations(migrationsOn, directory);
    const statuses = async (addresses: readonly string[]) => {
      const all: number[] = [];
      for (const address of addresses) {
        all.push((await send(migrationPayload, { address })).status);
      }
      return all;
    };
    // Three of an IPv6 network wait, and the next ones find no room; then the rate ends.
    const household = Array.from({ length: 7 }, (_, at) => `2001:db8::${at + 1}`);
    expect(await statuses(household)).toEqual([200, 200, 200, 503, 503, 503, 429]);
    const others = Array.from({ length: 18 }, (_, at) => `192.0.2.${at + 1}`);
    expect(await statuses(others)).toEqual(Array.from({ length: 18 }, () => 200));
    expect(quarantinedFiles(directory)).toHaveLength(20);
    clock.now += dayMs;
    expect(await statuses(["192.0.2.100"])).toEqual([200]);
  });

  test("takes the place of the oldest unopened one of the sender with the most", async () => {
    const { send, quarantine, clock } = startMigrations(migrationsOn, temporaryDirectory());
    const sent = async (address: string) => {
      clock.now += 1;
      return codeIn(await send(migrationPayload, { address }));
    };
    const first = await sent("192.0.2.200");
    const codes = new Map<string, string[]>();
    for (let sender = 1; sender <= 7; sender++) {
      const address = `192.0.2.${sender}`;
      const wanted = sender === 7 ? 1 : 3;
      codes.set(address, []);
      for (let count = 0; count < wanted; count++) {
        codes.get(address)?.push(await sent(address));
      }
    }
    const [opened = "", second = "", third = ""] = codes.get("192.0.2.1") ?? [];
    const [other = ""] = codes.get("192.0.2.2") ?? [];
    await quarantine.markOpened(opened);
    // Three unopened ones of the second sender, two of the first.
    const late = await sent("192.0.2.100");
    const kept = (code: string) => quarantine.find(code) !== undefined;
    expect([first, opened, second, third, late].map(kept)).toEqual([true, true, true, true, true]);
    expect(kept(other)).toBe(false);
    expect(quarantine.list()).toHaveLength(20);
    for (const all of codes.values()) {
      for (const code of all) {
        await quarantine.markOpened(code);
      }
    }
    await quarantine.markOpened(first);
    await quarantine.markOpened(late);
    const refused = await send(migrationPayload, { address: "192.0.2.101" });
    expect(await errorIn(refused)).toMatchObject({ status: 503, code: "unavailable" });
    expect(quarantine.list()).toHaveLength(20);
  });

  test("is read while no other one of its sender is", async () => {
    const { send } = startMigrations(migrationsOn, temporaryDirectory());
    const { promise: held, resolve: end } = Promise.withResolvers<void>();
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await held;
        controller.enqueue(Bun.gzipSync(JSON.stringify(migrationPayload)));
        controller.close();
      },
    });
    const first = send(migrationPayload, { body: slow });
    expect((await send()).status).toBe(503);
    expect((await send(migrationPayload, { address: "192.0.2.2" })).status).toBe(200);
    end();
    expect((await first).status).toBe(200);
  });
});
