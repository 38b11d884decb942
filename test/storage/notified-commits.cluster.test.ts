import { afterEach, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import type { Change } from "../../src/core/model/change.ts";
import { renewEpoch } from "../../src/storage/postgres/log-chores.ts";
import { readNotificationKey } from "../../src/storage/postgres/notification-key.ts";
import { openPostgresStorage } from "../../src/storage/postgres/postgres-storage.ts";
import { LogLostError } from "../../src/storage/shared-storage.ts";
import { StorageError } from "../../src/storage/storage.ts";
import { failureOf } from "../contract/failure-of.ts";
import { plainState } from "../contract/plain-state.ts";
import { audit, foundation } from "../contract/sample-entities.ts";
import { SharedPeer } from "../contract/shared-peer.ts";
import { isPostgresMissing, postgresServer } from "../helpers/postgres-server.ts";

const timeoutMs = 10_000;

function audited(featureKey: string): readonly Change[] {
  return [{ kind: "audit.recorded", audit: audit({ featureKey }) }];
}

/** A peer that is told of commits as a server is. */
class ListeningPeer extends SharedPeer {
  readonly #told = new Set<number>();
  readonly #stop: () => void;

  constructor(opened: ConstructorParameters<typeof SharedPeer>[0]) {
    super(opened);
    this.#stop = this.storage.follow((position) => {
      this.#told.add(position ?? 0);
    });
  }

  forgetTold(): void {
    this.#told.clear();
  }

  /** Resolves when it was told of the commit at a position; of none as soon as it listens. */
  async untilTold(position: number): Promise<void> {
    for (const startedMs = performance.now(); !this.#told.has(position); await Bun.sleep(1)) {
      if (performance.now() - startedMs > timeoutMs) {
        throw new Error(`It was not told of the commit ${position}`);
      }
    }
  }

  async close(): Promise<void> {
    this.#stop();
    await this.storage.close();
  }
}

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Two servers of a database, and whoever may connect to it, but not read its tables. */
async function started() {
  const server = await postgresServer();
  const url = await server.database();
  const open = async () => {
    const opened = await openPostgresStorage({ url, poolMax: 2 }, "test");
    const peer = new ListeningPeer(opened);
    closing.push(() => peer.close());
    await peer.untilTold(0);
    return { opened, peer };
  };
  const [first, second] = [await open(), await open()];
  await first.peer.change(() => foundation);
  await second.peer.untilTold(first.peer.position);
  await second.peer.catchUp();
  const role = `stranger_${crypto.randomUUID().slice(0, 8)}`;
  await server.administer(`create role ${role} login`);
  const owner = new SQL(url, { max: 1 });
  const strangerUrl = server.url(new URL(url).pathname.slice(1), role);
  const [listener, sender] = [new SQL(strangerUrl, { max: 1 }), new SQL(strangerUrl, { max: 1 })];
  for (const client of [owner, listener, sender]) {
    closing.push(() => client.close());
  }
  const heard: string[] = [];
  await listener.listen("gatehouse", (text) => heard.push(text));
  const peers = { first: first.peer, second: second.peer };
  return { ...peers, storage: first.opened.storage, owner, stranger: sender, heard };
}

/** Makes a commit that only its notification tells of, as the log loses it at once. */
async function commitBesideTheLog(peer: SharedPeer, owner: SQL, key: string): Promise<void> {
  await peer.change(() => audited(key));
  await owner`delete from commits where position = ${peer.position}`;
}

/** Leaves the database as a failover does that lost commits. */
async function loseCommitsAfter(owner: SQL, position: number): Promise<void> {
  await owner`update head set position = ${position},
    batch = (select batch from commits where position = ${position})`;
  await owner`delete from commits where position > ${position}`;
  await owner`delete from audits`;
}

describe.skipIf(isPostgresMissing)("commits in notifications", () => {
  test("they are followed without the log", async () => {
    const { first, second, owner } = await started();
    for (const key of ["a", "b", "c"]) {
      await commitBesideTheLog(first, owner, key);
      await second.untilTold(first.position);
    }
    const followed = second.storage.takeNotifiedAfter(second.position);
    expect(followed).toHaveLength(3);
    await second.apply(followed);
    expect(plainState(second.state)).toEqual(plainState(first.state));
    // The next batch is made on them.
    await second.commit(second.batchOf(audited("d")));
  });

  test("each is sent once, if it is kept, and strangers cannot read it", async () => {
    const { first, second, stranger, heard } = await started();
    const stale = second.batchOf(audited("stale"));
    await first.change(() => audited("a confidential key"));
    await second.storage.commit(stale).catch(() => undefined);
    await first.change(() => audited("the last one"));
    while (heard.length < 4) {
      await Bun.sleep(1);
    }
    const { position } = first;
    expect(heard.map((text) => text.split(" ")[0])).toEqual(
      [position - 1, position - 1, position, position].map(String),
    );
    expect(heard.map((text) => text.split(" ").length)).toEqual([1, 4, 1, 4]);
    expect(String(await failureOf(stranger`select key from notification_key`))).toContain("denied");
  });

  test("those that others send or repeat are not believed", async () => {
    const { first, second, stranger, heard } = await started();
    await first.change(() => audited("a"));
    while (heard.length < 2) {
      await Bun.sleep(1);
    }
    await second.catchUp();
    const [, batch = "", format = "", sealed = ""] = heard[1]?.split(" ") ?? [];
    const next = second.position + 1;
    for (const text of [
      `${next} ${batch} ${format} ${sealed}`,
      `${next} ${crypto.randomUUID()} ${format} ${"A".repeat(400)}`,
    ]) {
      second.forgetTold();
      await stranger`select pg_notify('gatehouse', ${text})`;
      await second.untilTold(next);
      expect(second.storage.takeNotifiedAfter(second.position)).toEqual([]);
      expect(await second.storage.commitsAfter(second.position)).toEqual([]);
    }
    await first.change(() => audited("b"));
    expect(await second.catchUp()).toHaveLength(1);
    expect(plainState(second.state)).toEqual(plainState(first.state));
  });

  test("large commits are read from the log", async () => {
    const { first, second } = await started();
    await first.change(() => Array.from({ length: 2_000 }, (_, nth) => audited(`${nth}`)).flat());
    await second.untilTold(first.position);
    expect(second.storage.takeNotifiedAfter(second.position)).toEqual([]);
    expect(await second.catchUp()).toHaveLength(1);
    expect(plainState(second.state)).toEqual(plainState(first.state));
  });

  test("a server that is alone sends none, until it hears of another", async () => {
    const { first, storage, heard } = await started();
    for (const [index, areNotified] of [false, true].entries()) {
      storage.writeFor({ formatOfAll: 1, areNotified });
      await first.change(() => audited(`key ${index}`));
    }
    while (heard.length < 3) {
      await Bun.sleep(1);
    }
    expect(heard.map((text) => text.split(" ").length)).toEqual([1, 1, 4]);
  });

  test("after a restore they have another key, and those before it are not followed", async () => {
    const { first, second, owner } = await started();
    const { position } = second;
    await first.change(() => audited("lost"));
    await second.untilTold(first.position);
    const before = await readNotificationKey(owner);
    await loseCommitsAfter(owner, position);
    await renewEpoch(owner);
    const after = await readNotificationKey(owner);
    expect(after).toMatch(/^[\da-f]{64}$/);
    expect(after).not.toBe(before);
    for (const peer of [first, second]) {
      const { state, position: loaded } = await peer.storage.load();
      expect(loaded).toBe(position);
      peer.state = state;
      peer.position = loaded;
    }
    expect(second.storage.takeNotifiedAfter(position)).toEqual([]);
    second.forgetTold();
    await first.change(() => [{ kind: "audit.recorded", audit: audit({ featureKey: "kept" }) }]);
    await second.untilTold(first.position);
    expect(second.storage.takeNotifiedAfter(second.position)).toHaveLength(1);
  });

  test("a state that could not be loaded whole is not taken for the newest one", async () => {
    const { first, second, owner } = await started();
    const { position } = second;
    await first.change(() => audited("lost"));
    await loseCommitsAfter(owner, position);
    await second.change(() => audited("other"));
    await owner`alter table notification_key rename column key to unknown`;
    expect(await failureOf(first.storage.load())).toBeInstanceOf(StorageError);
    expect(await failureOf(first.storage.commitsAfter(first.position))).toBeInstanceOf(
      LogLostError,
    );
    await owner`alter table notification_key rename column unknown to key`;
    expect(plainState((await first.storage.load()).state)).toEqual(plainState(second.state));
  });

  test.each([
    ["no key", (owner: SQL) => owner`delete from notification_key`],
    [
      "a key that it may not read",
      (owner: SQL) => owner`revoke select on notification_key from gatehouse`,
    ],
  ])("with %s a server reads the log", async (_, withhold) => {
    const { first, second, owner } = await started();
    await withhold(owner);
    for (const peer of [first, second]) {
      await peer.storage.load();
    }
    await first.change(() => audited("a"));
    await second.untilTold(first.position);
    expect(second.storage.takeNotifiedAfter(second.position)).toEqual([]);
    expect(await second.catchUp()).toHaveLength(1);
  });
});
