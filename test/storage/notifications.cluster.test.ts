import { afterEach, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import type { Change } from "../../src/core/model/change.ts";
import { openPostgresStorage } from "../../src/storage/postgres/postgres-storage.ts";
import { plainState } from "../contract/plain-state.ts";
import { audit, foundation } from "../contract/sample-entities.ts";
import { SharedPeer } from "../contract/shared-peer.ts";
import { isPostgresMissing, postgresServer } from "../helpers/postgres-server.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function audited(featureKey: string): readonly Change[] {
  return [{ kind: "audit.recorded", audit: audit({ featureKey }) }];
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    await Bun.sleep(1);
  }
}

/** Two servers of a database, and a role that may connect to it, but not read its tables. */
async function started() {
  const server = await postgresServer();
  const url = await server.database();
  const open = async () => {
    const { storage, ...opened } = await openPostgresStorage({ url, poolMax: 2 }, "test");
    const peer = new SharedPeer({ storage, ...opened });
    const notified: (number | undefined)[] = [];
    const stop = storage.follow((position) => notified.push(position));
    closing.push(async () => {
      stop();
      await storage.close();
    });
    // The first call says that it listens.
    await until(() => notified.length > 0);
    return { peer, notified };
  };
  const [first, second] = [await open(), await open()];
  await first.peer.change(() => foundation);
  await until(() => second.notified.includes(first.peer.position));
  await second.peer.catchUp();
  const role = `stranger_${crypto.randomUUID().slice(0, 8)}`;
  await server.administer(`create role ${role} login`);
  const strangerUrl = server.url(new URL(url).pathname.slice(1), role);
  const [listener, stranger] = [new SQL(strangerUrl, { max: 1 }), new SQL(strangerUrl, { max: 1 })];
  for (const client of [listener, stranger]) {
    closing.push(() => client.close());
  }
  const heard: string[] = [];
  await listener.listen("gatehouse", (text) => heard.push(text));
  return { first: first.peer, second: second.peer, notified: second.notified, stranger, heard };
}

describe.skipIf(isPostgresMissing)("notifications", () => {
  test("each commit sends its position once, and nothing that strangers could read", async () => {
    const { first, second, heard } = await started();
    const stale = second.batchOf(audited("stale"));
    await first.change(() => audited("a confidential key"));
    await second.storage.commit(stale).catch(() => undefined);
    await first.change(() => audited("the last one"));
    await until(() => heard.length >= 2);
    expect(heard).toEqual([first.position - 1, first.position].map(String));
  });

  test("of other programs and of servers of an older version wake nobody", async () => {
    const { first, second, notified, stranger } = await started();
    const next = first.position + 1;
    notified.length = 0;
    for (const text of [
      `${next} ${crypto.randomUUID()} 1 ${"A".repeat(400)}`,
      "",
      "a text",
      "-1",
      "1e9",
      "9".repeat(40),
      String(first.position),
    ]) {
      await stranger`select pg_notify('gatehouse', ${text})`;
    }
    await first.change(() => audited("a"));
    await until(() => notified.includes(next));
    expect(notified.filter((position) => position !== undefined)).toEqual([next]);
    expect(await second.catchUp()).toHaveLength(1);
    expect(plainState(second.state)).toEqual(plainState(first.state));
  });

  test("of commits that are not there change nothing", async () => {
    const { first, second, notified, stranger } = await started();
    const missing = first.position + 100;
    await stranger`select pg_notify('gatehouse', ${String(missing)})`;
    await until(() => notified.includes(missing));
    expect(await second.storage.commitsAfter(second.position)).toEqual([]);
    await first.change(() => audited("a"));
    await until(() => notified.includes(first.position));
    expect(await second.catchUp()).toHaveLength(1);
    expect(plainState(second.state)).toEqual(plainState(first.state));
  });
});
