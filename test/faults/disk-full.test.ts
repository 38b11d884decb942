import { expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../src/storage/storage.ts";
import type { Answer } from "../helpers/answer.ts";
import { expectUnavailable, FaultyServer } from "./faulty-server.ts";
import { SmallDisk } from "./small-disk.ts";

/** Long enough to need a page of its own. */
function actor(index: number): string {
  return `User;${index};${"x".repeat(900)}`;
}

/** Free bytes that suffice for none, some or most pages of a transaction. */
const freeBytes = [0, 4_096, 8_192, 16_384, 32_768, 65_536];

test.each(freeBytes)(
  "a disk with %i bytes left: reads continue, and writes work again once there is space",
  async (left) => {
    using disk = SmallDisk.mount("4m");
    if (disk === null) {
      return;
    }
    const server = await FaultyServer.start(disk.path);
    const accepted: string[] = [];
    let next = 0;
    const write = async (): Promise<Answer> => {
      const id = actor(next++);
      const answer = await server.enableActor("search", id);
      if (answer[0].status === 200) {
        accepted.push(id);
      } else {
        expectUnavailable(answer);
      }
      return answer;
    };
    await Promise.all(Array.from({ length: 16 }, write));
    disk.fill(left);
    // Alone and together, so that commits of every size reach the end of the disk.
    for (const together of [1, 16, 1, 64, 2, 1]) {
      await Promise.all(Array.from({ length: together }, write));
      server.expectMemoryEqualsDisk();
    }
    const [refused] = await write();
    expect(refused.status).toBe(503);
    const before = await server.readAll();
    const [invalid] = await server.hosted.manager.gates.post("search", "actors", {});
    expect(invalid.status).toBe(422);
    expect(await server.readAll()).toBe(before);
    expect(server.takeFaults()).toContain(
      "The changes could not be stored: database or disk is full",
    );
    disk.free();
    const [response] = await write();
    expect(response.status).toBe(200);
    server.expectMemoryEqualsDisk();
    await server.stop();
    const again = await FaultyServer.start(disk.path);
    const [, feature] = await again.hosted.manager.features.get("search");
    const expected = { key: "actors", value: accepted.toSorted() };
    expect(feature).toMatchObject({
      gates: expect.arrayContaining([expect.objectContaining(expected)]),
    });
    again.expectMemoryEqualsDisk();
    await again.stop();
  },
);

test("a start on a full disk is refused in one line, and works once there is space", async () => {
  using disk = SmallDisk.mount("4m");
  if (disk === null) {
    return;
  }
  const first = await FaultyServer.start(disk.path);
  await first.enableActor("search", "User;1");
  const before = await first.hosted.manager.features.list();
  await first.stop();
  disk.fill(0);
  expect(() => openSqliteStorage(disk.path)).toThrow(
    new StorageError(`${disk.path}/gatehouse.lock: the disk is full`),
  );
  disk.free();
  const second = await FaultyServer.start(disk.path);
  expect((await second.hosted.manager.features.list())[2]).toBe(before[2]);
  await second.stop();
});
