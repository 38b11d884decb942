import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import type { Change } from "../../src/core/model/change.ts";
import { PostgresConnections } from "../../src/storage/postgres/database/postgres-connection.ts";
import {
  openPostgresStorage,
  PostgresStorage,
} from "../../src/storage/postgres/postgres-storage.ts";
import { LogLostError } from "../../src/storage/shared-storage.ts";
import { CommitInDoubtError, StorageError } from "../../src/storage/storage.ts";
import { failureOf } from "../contract/failure-of.ts";
import { plainState } from "../contract/plain-state.ts";
import { audit, foundation } from "../contract/sample-entities.ts";
import { SharedPeer } from "../contract/shared-peer.ts";
import { DatabaseProxy } from "../helpers/database-proxy.ts";
import {
  database,
  isPostgresMissing,
  PostgresServer,
  postgresServer,
} from "../helpers/postgres-server.ts";
import { runsOf } from "../helpers/runs.ts";

const everything = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 1_000 };

function audited(featureKey: string): readonly Change[] {
  return [{ kind: "audit.recorded", audit: audit({ featureKey }) }];
}

async function peerOn(url: string, timeoutMs?: number): Promise<SharedPeer> {
  const settings = { url, poolMax: 2, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  return new SharedPeer(await openPostgresStorage(settings, "test"));
}

/** Commits a batch, again and again while it is not known whether it was kept. */
async function commitUntilKnown(peer: SharedPeer, changes: readonly Change[]): Promise<void> {
  const batch = peer.batchOf(changes);
  for (;;) {
    const failure = await failureOf(peer.commit(batch));
    if (failure === undefined) {
      return;
    }
    if (!(failure instanceof CommitInDoubtError) && !(failure instanceof StorageError)) {
      throw failure;
    }
    await Bun.sleep(5);
  }
}

async function expectKeptOnce(peer: SharedPeer, keys: readonly string[]): Promise<void> {
  const audits = await peer.storage.reads.audits(everything);
  expect(audits.map(({ featureKey }) => featureKey).toReversed()).toEqual([...keys]);
  const { state, position } = await peer.storage.load();
  expect(plainState(state)).toEqual(plainState(peer.state));
  expect(position).toBe(peer.position);
}

describe.skipIf(isPostgresMissing)("faults of PostgreSQL", () => {
  test("a server that crashes under commits loses none and keeps none twice", async () => {
    const server = await PostgresServer.start();
    const peer = await peerOn(await server.database());
    await peer.change(() => foundation);
    const keys = Array.from({ length: runsOf(60) }, (_, index) => `key ${index}`);
    let isOver = false;
    const crashes = (async () => {
      for (let count = 0; count < 3 || !isOver; count++) {
        await server.restartImmediately();
      }
    })();
    for (const key of keys) {
      await commitUntilKnown(peer, audited(key));
    }
    isOver = true;
    await crashes;
    await expectKeptOnce(peer, keys);
    await peer.storage.close();
    await server.stop();
  });

  test("while the server is stopped nothing is kept, and it is used again when it is back", async () => {
    const server = await PostgresServer.start();
    const peer = await peerOn(await server.database());
    await peer.change(() => foundation);
    let isTold = false;
    const stop = peer.storage.follow(() => {
      isTold = true;
    });
    await server.stop();
    await failureOf(peer.storage.commit(peer.batchOf(audited("lost"))));
    const batch = peer.batchOf(audited("lost"));
    for (const failure of [
      await failureOf(peer.storage.commit(batch)),
      await failureOf(peer.storage.reads.audits(everything)),
      await failureOf(peer.storage.probe("quick")),
    ]) {
      expect(failure).toBeInstanceOf(StorageError);
      expect((failure as StorageError).message).toContain("no database server answers");
    }
    await server.start();
    await peer.change(() => audited("kept"));
    await expectKeptOnce(peer, ["kept"]);
    isTold = false;
    while (!isTold) {
      await Bun.sleep(5);
    }
    stop();
    await peer.storage.close();
    await server.stop();
  });

  test("a batch whose answer is lost is kept once, and a frozen network is given up", async () => {
    const direct = await database();
    using proxy = await DatabaseProxy.start(await postgresServer());
    const peer = await peerOn(proxy.urlOf(direct), 3000);
    await peer.change(() => foundation);
    for (const key of ["cut", "frozen"]) {
      const batch = peer.batchOf(audited(key));
      proxy.losesAnswers = true;
      const commit = failureOf(peer.storage.commit(batch));
      if (key === "cut") {
        await using sql = new SQL(direct, { max: 1 });
        for (let position = 0; position <= peer.position; ) {
          [{ position }] = await sql`select position::float8 from head`;
        }
        proxy.cut();
      }
      expect(await commit).toBeInstanceOf(CommitInDoubtError);
      proxy.losesAnswers = false;
      await peer.commit(batch);
    }
    await expectKeptOnce(peer, ["cut", "frozen"]);
    await peer.storage.close();
  });

  test("statements that the server refuses or ends keep nothing, and say why", async () => {
    const server = await postgresServer();
    const url = await server.database();
    const name = new URL(url).pathname.slice(1);
    await using admin = new SQL(server.url(name, "postgres"), { max: 1 });
    const first = await peerOn(url);
    await first.change(() => foundation);
    await admin.unsafe(`
      create function fail() returns trigger language plpgsql as $$
      begin raise exception using errcode = '53100'; end $$;
      create trigger fail before insert on audits for each row execute function fail()`);
    const full = await failureOf(first.storage.commit(first.batchOf(audited("lost"))));
    expect(full).toBeInstanceOf(StorageError);
    expect((full as StorageError).message).toContain("disk of the database server is full");
    await admin.unsafe("drop trigger fail on audits");
    await first.storage.close();
    for (const [setting, reason] of [
      ["statement_timeout = 100", "statement_timeout"],
      ["default_transaction_read_only = on", "read-only"],
    ] as const) {
      const peer = await peerOn(url);
      await admin.unsafe(`alter database ${name} set ${setting}`);
      await admin.unsafe(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'gatehouse'",
      );
      await admin.unsafe("begin; select 1 from head for update");
      const batch = peer.batchOf(audited("lost"));
      let failure: unknown = new CommitInDoubtError("not tried");
      // The first tries can meet the connections that were ended above.
      while (failure instanceof CommitInDoubtError || /was stopped$/.test(String(failure))) {
        failure = await failureOf(peer.storage.commit(batch));
      }
      expect(failure).toBeInstanceOf(StorageError);
      expect((failure as StorageError).message).toContain(reason);
      await admin.unsafe("rollback");
      await admin.unsafe(`alter database ${name} reset ${setting.split(" ")[0]}`);
      await admin.unsafe(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'gatehouse'",
      );
      await peer.storage.close();
    }
    const peer = await peerOn(url);
    await peer.change(() => audited("kept"));
    await expectKeptOnce(peer, ["kept"]);
    await peer.storage.close();
  });

  test.each([
    ["the positions are the same", ["other"]],
    ["others have committed more since", ["other", "another"]],
  ])("a failover that lost commits is noticed, though %s", async (_, others) => {
    const url = await database();
    const [first, second] = [await peerOn(url), await peerOn(url)];
    await first.change(() => foundation);
    await second.catchUp();
    const { state, position } = second;
    await first.change(() => audited("lost"));
    await using sql = new SQL(url, { max: 1 });
    await sql`update head set position = ${position},
      batch = (select batch from commits where position = ${position})`;
    await sql`delete from commits where position > ${position}`;
    await sql`delete from audits`;
    for (const key of others) {
      await second.change(() => audited(key));
    }
    expect([second.position, state]).not.toEqual([position, second.state]);
    expect(first.position).toBe(position + 1);
    const lost = [
      first.storage.commit(first.batchOf(audited("on what was lost"))),
      first.storage.commitsAfter(first.position),
    ];
    for (const failure of await Promise.all(lost.map(failureOf))) {
      expect(failure).toBeInstanceOf(LogLostError);
    }
    const anew = new SharedPeer({ storage: first.storage, ...(await first.storage.load()) });
    await anew.change(() => audited("kept"));
    await second.catchUp();
    await expectKeptOnce(second, [...others, "kept"]);
    await Promise.all([first.storage.close(), second.storage.close()]);
  });

  test("whoever starts with a copy checks and migrates the database before it is used", async () => {
    const url = await database();
    const opened = await openPostgresStorage({ url }, "test");
    const peer = new SharedPeer(opened);
    await peer.change(() => foundation);
    const mark = opened.storage.markAt(peer.position) ?? { position: 0, batchId: "", epoch: "" };
    await opened.storage.close();
    await using sql = new SQL(url, { max: 1 });
    await sql`drop table short_lived`;
    await sql`delete from migrations where tag = '0003_short_lived'`;
    const storage = new PostgresStorage(new PostgresConnections({ url }), "copy");
    storage.resumeAt(mark);
    expect(await storage.commitsAfter(mark.position)).toEqual([]);
    const [row] = await sql`select to_regclass('short_lived') is not null as is_migrated`;
    expect(row).toEqual({ is_migrated: true });
    await sql`insert into migrations (part, tag, hash) values ('gatehouse', '9999_new', '')`;
    storage.resumeAt(mark);
    const refused = [storage.commitsAfter(mark.position), storage.load()];
    for (const failure of await Promise.all(refused.map(failureOf))) {
      expect(String(failure)).toContain("a newer Gatehouse migrated it");
    }
    await storage.close();
  });

  test("who is always too late gets a turn, and gives it back", async () => {
    const url = await database();
    const [fast, slow] = [await peerOn(url), await peerOn(url)];
    await fast.change(() => foundation);
    await slow.catchUp();
    let isOver = false;
    let count = 0;
    const running = (async () => {
      while (!isOver) {
        await fast.change(() => audited(`fast ${count}`));
        count++;
      }
    })();
    const waitForOthers = async () => {
      for (const seen = count; count === seen; ) {
        await Bun.sleep(1);
      }
    };
    // Without a turn, a batch that is made while others commit is never on time.
    for (let tries = 0; tries < 3; tries++) {
      const batch = slow.batchOf(audited("late"));
      await waitForOthers();
      expect(await failureOf(slow.commit(batch))).toMatchObject({ name: "StaleBatchError" });
      await slow.catchUp();
    }
    let tries = 0;
    await slow.change(
      () => {
        tries++;
        return audited("in turn");
      },
      { isQueued: true },
    );
    expect(tries).toBeLessThanOrEqual(2);
    await waitForOthers();
    // A turn that is not used ends by itself.
    await waitForOthers();
    const unused = slow.batchOf(audited("late"));
    await waitForOthers();
    await failureOf(slow.commit(unused, { isQueued: true }));
    await waitForOthers();
    await waitForOthers();
    isOver = true;
    await running;
    await Promise.all([fast.storage.close(), slow.storage.close()]);
  });
});
