import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { commitForms, expectUnavailable, FaultyServer } from "./faulty-server.ts";

/** Another program that locks the database for writing, as a replicator does briefly. */
class OtherWriter implements Disposable {
  readonly #client: Database;

  constructor(directory: string) {
    this.#client = new Database(join(directory, "gatehouse.db"), { create: false });
    this.#client.run("BEGIN IMMEDIATE");
  }

  letGo(): void {
    this.#client.run("ROLLBACK");
  }

  [Symbol.dispose](): void {
    this.#client.close(true);
  }
}

describe.each(commitForms)("%s", (_form, form) => {
  test("a write waits for another program's lock while reads are answered", async () => {
    using directory = new TemporaryDirectory();
    // No timer of the test can take longer than the lock.
    const server = await FaultyServer.start(directory.path, { ...form, busyWaitMsMax: 60_000 });
    await server.enableActor("search", "User;1");
    using other = new OtherWriter(directory.path);
    const order: string[] = [];
    const writes = ["User;2", "User;3"].map((actor) =>
      server.enableActor("search", actor).then(([response]) => {
        order.push("write");
        return response.status;
      }),
    );
    const before = await server.readAll();
    for (let turn = 0; turn < 20; turn++) {
      await Bun.sleep(1);
      expect(await server.readAll()).toBe(before);
      order.push("read");
    }
    other.letGo();
    expect(await Promise.all(writes)).toEqual([200, 200]);
    expect(order).toEqual([...new Array(20).fill("read"), "write", "write"]);
    server.expectMemoryEqualsDisk();
    await server.stop();
  });

  test("writes are refused while a lock stays, and accepted after its release", async () => {
    using directory = new TemporaryDirectory();
    const server = await FaultyServer.start(directory.path, { ...form, busyWaitMsMax: 5 });
    await server.enableActor("search", "User;1");
    using other = new OtherWriter(directory.path);
    const before = await server.readAll();
    for (const actor of ["User;2", "User;3"]) {
      expectUnavailable(await server.enableActor("search", actor));
    }
    expect(await server.readAll()).toBe(before);
    expect(server.takeFaults()).toEqual(
      new Array(2).fill("The changes could not be stored: database is locked"),
    );
    other.letGo();
    const [response] = await server.enableActor("search", "User;4");
    expect(response.status).toBe(200);
    server.expectMemoryEqualsDisk();
    const after = await server.readAll();
    expect(after).toContain("User;4");
    expect(after).not.toContain("User;3");
    await server.stop();
  });

  test("a program that only reads blocks no writes", async () => {
    using directory = new TemporaryDirectory();
    const server = await FaultyServer.start(directory.path, { ...form, busyWaitMsMax: 0 });
    using reader = new Database(join(directory.path, "gatehouse.db"), { readonly: true });
    reader.run("BEGIN");
    reader.query("SELECT count(*) FROM features").get();
    const [response] = await server.enableActor("search", "User;1");
    expect(response.status).toBe(200);
    server.expectMemoryEqualsDisk();
    reader.run("ROLLBACK");
    await server.stop();
  });
});
