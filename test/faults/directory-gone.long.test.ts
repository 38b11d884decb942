import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { commitForms, expectUnavailable, FaultyServer } from "./faulty-server.ts";

/** Removes the data of a running server; it is at `data`, and may be moved to `away`. */
const removals: Readonly<Record<string, (data: string, away: string) => void>> = {
  "is renamed": (data, away) => renameSync(data, away),
  "is renamed and replaced by an empty one": (data, away) => {
    renameSync(data, away);
    mkdirSync(data);
  },
  "is removed": (data) => rmSync(data, { recursive: true }),
  "loses its database": (data) => rmSync(join(data, "gatehouse.db")),
  "loses its journal": (data) => rmSync(join(data, "gatehouse.db-wal")),
  "loses the journal's index": (data) => rmSync(join(data, "gatehouse.db-shm")),
  "is replaced by a copy": (data, away) => {
    cpSync(data, away, { recursive: true });
    rmSync(data, { recursive: true });
    renameSync(away, data);
  },
};

describe.each(commitForms)("%s", (_form, form) => {
  test.each(Object.entries(removals))(
    "a directory that %s: writes are refused, reads work, and the server ends normally",
    async (_, depart) => {
      using directory = new TemporaryDirectory();
      const data = join(directory.path, "data");
      const server = await FaultyServer.start(data, form);
      await server.enableActor("search", "User;1");
      const before = await server.readAll();
      depart(data, join(directory.path, "away"));
      for (const actor of ["User;2", "User;3"]) {
        expectUnavailable(await server.enableActor("search", actor));
      }
      expect(await server.readAll()).toBe(before);
      const faults = server.takeFaults();
      expect(faults).toHaveLength(2);
      expect(faults[0]).toMatch(
        /could not be stored: .*gatehouse\.db.* was moved or removed while/,
      );
      await server.stop();
    },
  );

  test.each(["gatehouse.db-wal", "gatehouse.db-shm"])(
    "%s is removed: stopping the server saves all acknowledged writes",
    async (name) => {
      using directory = new TemporaryDirectory();
      const server = await FaultyServer.start(directory.path, form);
      await server.enableActor("search", "User;1");
      rmSync(join(directory.path, name));
      expectUnavailable(await server.enableActor("search", "lost"));
      server.takeFaults();
      await server.stop();
      const again = await FaultyServer.start(directory.path, form);
      const after = await again.readAll();
      expect(after).toContain("User;1");
      expect(after).not.toContain("lost");
      await again.stop();
    },
  );

  test("a directory that is restored accepts writes again, and no acknowledged write is lost", async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    const away = join(directory.path, "away");
    const server = await FaultyServer.start(data, form);
    await server.enableActor("search", "User;1");
    renameSync(data, away);
    expectUnavailable(await server.enableActor("search", "lost"));
    server.expectMemoryEqualsDisk(away);
    renameSync(away, data);
    const [response] = await server.enableActor("search", "User;2");
    expect(response.status).toBe(200);
    server.expectMemoryEqualsDisk();
    const after = await server.readAll();
    expect(after).not.toContain("lost");
    server.takeFaults();
    await server.stop();
    const again = await FaultyServer.start(data, form);
    expect(JSON.parse((await again.readAll()).split("\n")[1] ?? "")).toEqual(
      JSON.parse(after.split("\n")[1] ?? ""),
    );
    await again.stop();
  });

  test("a server does not change the data of another server that replaced it", async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    const first = await FaultyServer.start(data, form);
    renameSync(data, join(directory.path, "away"));
    const second = await openSqliteStorage(data);
    await second.storage.close();
    const bytes = readFileSync(join(data, "gatehouse.db"));
    expectUnavailable(await first.enableActor("search", "User;1"));
    first.takeFaults();
    await first.stop();
    expect(readFileSync(join(data, "gatehouse.db")).equals(bytes)).toBe(true);
  });
});
