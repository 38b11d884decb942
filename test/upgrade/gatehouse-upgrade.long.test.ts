import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { applyChange } from "../../src/core/model/apply-change.ts";
import { emptyState } from "../../src/core/model/state.ts";
import { embedMigrations } from "../../src/storage/migrations.macro.ts";
import { migrate } from "../../src/storage/sqlite/database/migrate.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { batchOf } from "../contract/batch-of.ts";
import { plainState } from "../contract/plain-state.ts";
import { audit } from "../contract/sample-entities.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { oldData } from "./gatehouse-data.ts";
import { OldDirectory } from "./old-directory.ts";
import { schemaOf, tablesOf } from "./schema-description.ts";

const migrations = embedMigrations("gatehouse");
const tags = migrations.map(({ tag }) => tag);

test("there is sample data for every migration", () => {
  expect(Object.keys(oldData)).toEqual(tags);
});

test.each(tags)("the sample data of %s has rows in every table", (tag) => {
  using directory = new OldDirectory(tag);
  using database = new Database(directory.file);
  const empty = tablesOf(database).filter(
    (name) => database.query(`SELECT 1 FROM "${name}"`).get() === null,
  );
  expect(empty).toEqual([]);
  expect(database.query("PRAGMA foreign_key_check").all()).toEqual([]);
});

test.each(tags)("today's executable reads the data of %s completely", async (tag) => {
  using directory = new OldDirectory(tag);
  const { storage, state, position } = await openSqliteStorage(directory.path);
  expect(position).toBe(oldData[tag]?.position ?? Number.NaN);
  expect(await storage.commit(batchOf([]))).toBe(position + 1);
  const expected = (oldData[tag]?.changes ?? []).reduce(applyChange, emptyState);
  expect(plainState(state)).toEqual(plainState(expected));
  const query = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 100 };
  expect(await storage.reads.audits(query)).toEqual([...(oldData[tag]?.audits ?? [])]);
  await storage.close();
});

test.each(tags)("a start says once that it migrates the data of %s, if it does", async (tag) => {
  using directory = new OldDirectory(tag);
  let told = 0;
  const onMigration = () => void told++;
  await (await openSqliteStorage(directory.path, { onMigration })).storage.close();
  const isOld = tag !== tags.at(-1);
  expect(told).toBe(isOld ? 1 : 0);
  await (await openSqliteStorage(directory.path, { onMigration })).storage.close();
  expect(told).toBe(isOld ? 1 : 0);
  await (await openSqliteStorage(`${directory.path}/new`, { onMigration })).storage.close();
  expect(told).toBe(isOld ? 1 : 0);
});

test.each(tags)("a database of %s gets exactly the schema of a new one", async (tag) => {
  using directory = new OldDirectory(tag);
  await (await openSqliteStorage(directory.path)).storage.close();
  using upgraded = new Database(directory.file);
  using made = new Database(":memory:");
  migrate(made, migrations);
  expect(schemaOf(upgraded)).toEqual(schemaOf(made));
  expect(upgraded.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
});

test.each([1_023, 1_024, 1_025, 3_000])(
  "of %i old audits, those of a feature are found, and so are later ones",
  async (count) => {
    using directory = new OldDirectory("0000_foundation");
    fillAudits(directory.file, count);
    const { storage } = await openSqliteStorage(directory.path);
    const query = { environmentId: 1, keys: ["odd"], latestMax: null, offset: 0, limit: 5_000 };
    const odd = (last: number) =>
      Array.from({ length: last }, (_, index) => last - index).filter((each) => each % 2 === 1);
    const sequences = async () =>
      (await storage.reads.audits(query)).map(({ sequence }) => sequence);
    expect(await sequences()).toEqual(odd(count));
    const more = 1_100;
    await storage.commit(
      batchOf(
        Array.from({ length: more }, (_, index) => ({
          kind: "audit.recorded",
          audit: audit({ featureKey: (count + index) % 2 === 0 ? "odd" : "even" }),
        })),
      ),
    );
    expect(await sequences()).toEqual(odd(count + more));
    await storage.close();
  },
);

function fillAudits(file: string, count: number): void {
  using database = new Database(file);
  database.run("DELETE FROM audits");
  const insert = database.prepare(
    "INSERT INTO audits VALUES (1, ?, 0, 'enable', 'Token', '1', ?, NULL)",
  );
  database.transaction(() => {
    for (let sequence = 1; sequence <= count; sequence++) {
      insert.run(sequence, sequence % 2 === 1 ? "odd" : "even");
    }
  })();
}

test("of several members of older data, the one with the lowest id becomes the owner", async () => {
  using directory = new OldDirectory("0000_foundation");
  {
    using database = new Database(directory.file);
    database.run(
      "INSERT INTO organizations VALUES (2, 'Second', 'team', '{}'), (3, 'Empty', 'team', '{}')",
    );
    database.run(
      "INSERT INTO users SELECT value, 'x', value || '@example.com', 0 FROM json_each('[3, 4, 12]')",
    );
    database.run(
      "INSERT INTO organization_members VALUES (1, 12), (1, 3), (1, 4), (2, 12), (2, 4)",
    );
  }
  const { storage, state } = await openSqliteStorage(directory.path);
  await storage.close();
  const rolesIn = (id: number) => state.organizationMembers.get(id)?.toObject();
  expect(rolesIn(1)).toEqual({ 1: "owner", 3: "member", 4: "member", 12: "member" });
  expect(rolesIn(2)).toEqual({ 4: "owner", 12: "member" });
  expect(rolesIn(3)).toBeUndefined();
});

test.each(tags)("a server serves, changes and stores the data of %s", async (tag) => {
  using directory = new OldDirectory(tag);
  const first = await startHosted({ opened: await openSqliteStorage(directory.path) });
  const before = await first.manager.features.list();
  expect(before[0].status).toBe(200);
  const [changed] = await first.manager.gates.post("a/b 🎉", "actors", { flipper_id: "User;3" });
  expect(changed.status).toBe(200);
  const after = await first.manager.features.list();
  expect(after[2]).not.toBe(before[2]);
  await first.stop();
  const second = await startHosted({ opened: await openSqliteStorage(directory.path) });
  expect((await second.manager.features.list())[2]).toBe(after[2]);
  await second.stop();
});

test.each(tags)("an integer beyond 2^53 that %s allowed in an expression stays", async (tag) => {
  using directory = new OldDirectory(tag);
  const text = '{"Equal":[{"Property":["id"]},9007199254740992]}';
  {
    using database = new Database(directory.file);
    database.run("UPDATE gates SET expression = ?, boolean = 0 WHERE feature_id = 1", [text]);
  }
  const server = await startHosted({ opened: await openSqliteStorage(directory.path) });
  const [, feature] = await server.manager.features.get("a/b 🎉");
  expect(JSON.stringify(feature)).toContain(text);
  const properties = encodeURIComponent('{"id":9007199254740993}');
  const [, check] = await server.manager.actors.check("User;9", `properties=${properties}`);
  expect(check).toMatchObject({ features: { "a/b 🎉": { enabled: true } } });
  // Another gate can be changed, and the same expression cannot be set again.
  const [changed] = await server.manager.gates.post("a/b 🎉", "actors", { flipper_id: "User;3" });
  expect(changed.status).toBe(200);
  const [refused, body] = await server.manager.expression.set("a/b 🎉", text);
  expect([refused.status, body]).toEqual([422, expect.objectContaining({ code: 7 })]);
  await server.stop();
});
