import { expect, test } from "bun:test";
import { SQL } from "bun";
import { migratePostgres } from "../../../../src/storage/postgres/database/migrate-postgres.ts";
import { PostgresConnections } from "../../../../src/storage/postgres/database/postgres-connection.ts";
import { isPostgresMissing, postgresServer } from "../../../helpers/postgres-server.ts";

const set = {
  name: "test",
  migrations: [
    {
      tag: "0000_columns",
      hash: "hash",
      statements: [
        "alter table first add column added int",
        "alter table second add column added int",
      ],
    },
  ],
};

test.skipIf(isPostgresMissing)(
  "migrations that are the victim of a deadlock with a commit run again",
  async () => {
    const server = await postgresServer();
    const url = await server.database();
    const name = new URL(url).pathname.slice(1);
    await server.administer(`alter database ${name} set deadlock_timeout = '2s'`);
    await using administrator = new SQL(server.url(name, "postgres"), { max: 1 });
    await using owner = new SQL(url, { max: 1 });
    await owner.unsafe("create table first (id int); create table second (id int)");
    // So PostgreSQL does not end the commit, but the migrations.
    await administrator.unsafe("set deadlock_timeout = '1h'");
    const connections = new PostgresConnections({ url });
    let migrating: ReturnType<typeof migratePostgres> | undefined;
    await administrator.begin(async (commit) => {
      await commit.unsafe("insert into second values (1)");
      migrating = migratePostgres(connections, [set]);
      while ((await waiting(owner)) === 0) {
        await Bun.sleep(5);
      }
      await commit.unsafe("insert into first values (1)");
    });
    expect(await migrating).toEqual(["0000_columns"]);
    const columns = await owner<
      { readonly name: string }[]
    >`select table_name as name from information_schema.columns
      where column_name = 'added' order by name`;
    expect(columns.map(({ name: table }) => table)).toEqual(["first", "second"]);
    await connections.close();
  },
  180_000,
);

/** How many locks of tables the database's sessions wait for. */
async function waiting(sql: SQL): Promise<number> {
  const [row] = await sql<{ readonly count: number }[]>`
    select count(*)::integer as count from pg_locks
    where not granted and locktype = 'relation'
      and database = (select oid from pg_database where datname = current_database())`;
  return row?.count ?? 0;
}
