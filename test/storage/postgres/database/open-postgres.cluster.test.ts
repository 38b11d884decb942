import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import {
  type MigrationSet,
  migratePostgres,
} from "../../../../src/storage/postgres/database/migrate-postgres.ts";
import {
  openPostgres,
  refuseServer,
} from "../../../../src/storage/postgres/database/postgres-connection.ts";
import { StorageError } from "../../../../src/storage/storage-error.ts";
import { failureOf } from "../../../contract/failure-of.ts";
import { freePort } from "../../../helpers/free-port.ts";
import { withPooler } from "../../../helpers/pooler.ts";
import {
  database,
  isPostgresMissing,
  PostgresServer,
  postgresServer,
} from "../../../helpers/postgres-server.ts";

const secret = "pass-word-that-nobody-sees";

async function reasonOf(opening: Promise<unknown>): Promise<string> {
  const failure = await failureOf(opening);
  expect(failure).toBeInstanceOf(StorageError);
  const { message } = failure as StorageError;
  expect(message).not.toContain("\n");
  expect(message).not.toContain(secret);
  expect(message).not.toContain("postgres://");
  return message.replace("The database cannot be used: ", "");
}

describe.skipIf(isPostgresMissing)("opening PostgreSQL", () => {
  test("a server that cannot be used is refused with a reason of one line", async () => {
    const { port } = await postgresServer();
    const url = await database();
    const closedPort = await freePort();
    const rows: readonly (readonly [string, string])[] = [
      [`postgres://u:${secret}@127.0.0.1:${closedPort}/x`, "no database server answers"],
      [`postgres://u:${secret}@name.invalid/x`, "no database server answers"],
      [`postgres://gatehouse:${secret}@127.0.0.1:${port}/unknown`, "no database of this name"],
      [`postgres://nobody:${secret}@127.0.0.1:${port}/test_1`, "the server refuses the user"],
      [`${url}?sslmode=require`, "offers no TLS"],
    ];
    for (const [wrong, reason] of rows) {
      expect(await reasonOf(openPostgres({ url: wrong }))).toContain(reason);
    }
  });

  test("a database that is read-only or has another encoding is refused", async () => {
    const server = await postgresServer();
    const url = await server.database();
    const name = new URL(url).pathname.slice(1);
    await server.administer(`alter database ${name} set default_transaction_read_only = on`);
    expect(await reasonOf(openPostgres({ url }))).toContain("read-only");
    await server.administer(
      "create database ascii encoding 'SQL_ASCII' locale 'C' template template0 owner gatehouse",
    );
    const reason = await reasonOf(openPostgres({ url: server.url("ascii") }));
    expect(reason).toBe("the encoding of the database is SQL_ASCII, but must be UTF8");
  });

  test("a server before version 14 is refused", () => {
    const facts = { encoding: "UTF8", isReadOnly: false, hasSchema: true };
    expect(() => refuseServer({ ...facts, versionNumber: 130_099 })).toThrow(
      "PostgreSQL 13, and Gatehouse needs version 14",
    );
    refuseServer({ ...facts, versionNumber: 140_000 });
  });

  test("work goes on after a restart, and through a pooler", async () => {
    const server = await PostgresServer.start();
    const url = await server.database();
    await using pooler = await withPooler(server);
    const direct = await openPostgres({ url, poolMax: 3 });
    const pooled = await openPostgres({ url: pooler.urlOf(url), isPooled: true });
    expect([direct.hasDirect, pooled.hasDirect]).toEqual([true, false]);
    const ask = (client: SQL) => client<{ one: number }[]>`select ${1}::int4 as one`;
    await Promise.all([1, 2, 3].map(() => direct.run(ask)));
    await server.restartImmediately();
    expect([...(await direct.run(ask))]).toEqual([{ one: 1 }]);
    await Promise.all(Array.from({ length: 20 }, () => pooled.run(ask)));
    await Promise.all([direct.close(), pooled.close()]);
    await server.stop();
  });

  test("work that takes too long is given up, and later work does not wait for it", async () => {
    const connections = await openPostgres({ url: await database(), poolMax: 1 });
    const slow = connections.run((client) => client`select pg_sleep(60)`, 50);
    expect(await failureOf(slow)).toMatchObject({ name: "PostgresTimeoutError" });
    const [row] = await connections.run((client) => client<{ one: number }[]>`select 1 as one`);
    expect(row).toEqual({ one: 1 });
    await connections.close();
  });

  test("work that a setting ends does not end other work, and later work has another session", async () => {
    const connections = await openPostgres({ url: await database(), poolMax: 2 });
    const [isFailed, fail] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const pidOf = async (client: SQL) => {
      const [row] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
      return row?.pid;
    };
    const long = connections.run(async (client) => {
      const before = await client.begin(async (transaction) => {
        const pid = await pidOf(transaction);
        fail.resolve();
        await isFailed.promise;
        await Bun.sleep(50);
        expect(await pidOf(transaction)).toBe(pid);
        return pid;
      });
      await pidOf(client);
      return before;
    });
    await fail.promise;
    const ended = connections.run((client) =>
      client.begin(async (transaction) => {
        await transaction`set local statement_timeout = 10`;
        await transaction`select pg_sleep(60)`;
      }),
    );
    expect(String(await failureOf(ended))).toContain("statement timeout");
    isFailed.resolve();
    expect(await long).toBeNumber();
    const pids = await Promise.all([1, 2].map(() => connections.run(pidOf)));
    expect(pids).not.toContain(await long);
    await connections.close();
  });
});

describe.skipIf(isPostgresMissing)("TLS", () => {
  test("verify-full wants the authority, the name and the password", async () => {
    const server = await PostgresServer.start({ tls: true, authentication: "scram-sha-256" });
    const { ca } = server;
    const byAddress = await server.database();
    const url = `${byAddress.replace("127.0.0.1", "localhost")}?sslmode=verify-full`;
    const connections = await openPostgres({ url, ca });
    const [row] = await connections.run(
      (client) => client<{ ssl: boolean }[]>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
    );
    expect(row).toEqual({ ssl: true });
    await connections.close();
    const refused: readonly (readonly [Parameters<typeof openPostgres>[0], string])[] = [
      [{ url }, "certificate is not trusted"],
      [{ url: byAddress, ca }, "certificate is for another name"],
      [{ url: url.replace("secret", secret), ca }, "the user or the password is wrong"],
    ];
    for (const [settings, reason] of refused) {
      expect(await reasonOf(openPostgres(settings))).toContain(reason);
    }
    await server.stop();
  });
});

describe.skipIf(isPostgresMissing)("migrations", () => {
  const first = { tag: "0000_a", hash: "a", statements: ["create table a (id int)"] };
  const second = { tag: "0001_b", hash: "b", statements: ["create table b (id int)"] };
  const set = (...migrations: readonly (typeof first)[]) => [{ name: "part", migrations }];

  test("are applied once, by one of many processes", async () => {
    const url = await database();
    const all = await Promise.all([1, 2, 3].map(() => openPostgres({ url })));
    const applied = await Promise.all(all.map((each) => migratePostgres(each, set(second))));
    expect(applied.flat()).toEqual(["0001_b"]);
    const [one] = all;
    if (one !== undefined) {
      // One that was merged late still runs.
      expect(await migratePostgres(one, set(first, second))).toEqual(["0000_a"]);
      expect(await migratePostgres(one, set(first, second))).toEqual([]);
    }
    await Promise.all(all.map((each) => each.close()));
  });

  test("that are unknown, changed or wrong leave the database as it is", async () => {
    const connections = await openPostgres({ url: await database() });
    await migratePostgres(connections, set(first, second));
    const wrong = { tag: "0002_c", hash: "c", statements: ["create table c (id int)", "wrong"] };
    const rows = [
      [set(first), "a newer Gatehouse migrated it (it has the migration 0001_b)"],
      [set({ ...first, hash: "other" }, second), "the migration 0000_a differs"],
      [set(first, second, wrong), "syntax error"],
    ] as const;
    for (const [sets, reason] of rows) {
      const failure = await failureOf(migratePostgres(connections, sets));
      expect(failure).toBeInstanceOf(StorageError);
      expect((failure as StorageError).message).toContain(reason);
    }
    const [tables] = await connections.run(
      (client) => client`select to_regclass('c') is null as missing`,
    );
    expect(tables).toEqual({ missing: true });
    await connections.close();
  });
});

describe.skipIf(isPostgresMissing)("a database that holds something else", () => {
  const foreign = "its schema holds tables of another program; use an empty database";
  const table = (columns: string): MigrationSet => ({
    name: "first",
    migrations: [{ tag: "0000_a", hash: "a", statements: [`create table projects (${columns})`] }],
  });

  test.each([
    ["a table of migrations", "create table migrations (id int, name text)"],
    ["a table of the same name", "create table projects (name text)"],
  ])("%s is refused in one line", async (_, statement) => {
    const url = await database();
    await using sql = new SQL(url, { max: 1 });
    await sql.unsafe(statement);
    const connections = await openPostgres({ url });
    try {
      const failure = await failureOf(migratePostgres(connections, [table("id int")]));
      expect(failure).toBeInstanceOf(StorageError);
      expect(String(failure)).toContain(foreign);
    } finally {
      await connections.close();
    }
  });
});
