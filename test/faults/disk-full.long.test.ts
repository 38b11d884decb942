import { describe, expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../src/storage/storage.ts";
import type { Answer } from "../helpers/answer.ts";
import { commitForms, expectUnavailable, FaultyServer } from "./faulty-server.ts";
import { canMount, SmallDisk } from "./small-disk.ts";

/** An actor that is long enough to need its own page. */
function actor(index: number): string {
  return `User;${index};${"x".repeat(900)}`;
}

/** Free space for none, some or most of a transaction's pages. */
const freeBytes = [0, 4_096, 8_192, 16_384, 32_768, 65_536];

describe.each(commitForms)("%s", (_form, form) => {
  test.skipIf(!canMount).each(freeBytes)(
    "a disk with %i bytes left: reads work, and writes work again when there is space",
    async (left) => {
      using disk = SmallDisk.mount("4m");
      const server = await FaultyServer.start(disk.path, form);
      const answered: string[] = [];
      let next = 0;
      const write = async (): Promise<Answer> => {
        const name = actor(next++);
        const answer = await server.enableActor("search", name);
        if (answer[0].status === 200) {
          answered.push(name);
        } else {
          expectUnavailable(answer);
        }
        return answer;
      };
      await Promise.all(Array.from({ length: 16 }, write));
      disk.fill(left);
      // Single and concurrent writes, so that commits of every size reach the end of the disk.
      for (const together of [1, 16, 1, 64, 2, 1]) {
        await Promise.all(Array.from({ length: together }, write));
        server.expectMemoryEqualsDisk();
      }
      const [refused] = await write();
      expect(refused.status).toBe(503);
      const before = await server.readAll();
      const [unasked] = await server.hosted.manager.gates.post("search", "actors", {});
      expect(unasked.status).toBe(422);
      expect(await server.readAll()).toBe(before);
      expect(server.takeFaults()).toContain(
        "The changes could not be stored: database or disk is full",
      );
      disk.free();
      const [response] = await write();
      expect(response.status).toBe(200);
      server.expectMemoryEqualsDisk();
      await server.stop();
      const again = await FaultyServer.start(disk.path, form);
      const [, feature] = await again.hosted.manager.features.get("search");
      const expected = { key: "actors", value: answered.toSorted() };
      expect(feature).toMatchObject({
        gates: expect.arrayContaining([expect.objectContaining(expected)]),
      });
      again.expectMemoryEqualsDisk();
      await again.stop();
    },
  );

  test.skipIf(!canMount)(
    "a start on a full disk is refused in one line, and works when there is space",
    async () => {
      using disk = SmallDisk.mount("4m");
      const first = await FaultyServer.start(disk.path, form);
      await first.enableActor("search", "User;1");
      const before = await first.hosted.manager.features.list();
      await first.stop();
      disk.fill(0);
      await expect(openSqliteStorage(disk.path)).rejects.toThrow(
        new StorageError(`${disk.path}/gatehouse.lock: the disk is full`),
      );
      disk.free();
      const second = await FaultyServer.start(disk.path, form);
      expect((await second.hosted.manager.features.list())[2]).toBe(before[2]);
      await second.stop();
    },
  );
});
