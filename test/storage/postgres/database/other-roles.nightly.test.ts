import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import {
  type MigrationSet,
  migratePostgres,
} from "../../../../src/storage/postgres/database/migrate-postgres.ts";
import { openPostgres } from "../../../../src/storage/postgres/database/postgres-connection.ts";
import { sqlStateOf } from "../../../../src/storage/postgres/database/postgres-errors.ts";
import { readForeignLockRoles } from "../../../../src/storage/postgres/foreign-locks.ts";
import { gatehouseMigrations } from "../../../../src/storage/postgres/postgres-migrations.ts";
import { telemetryMigrations } from "../../../../src/telemetry/migrations/telemetry-migrations.ts";
import { failureOf } from "../../../contract/failure-of.ts";
import { isPostgresMissing, postgresServer } from "../../../helpers/postgres-server.ts";

const sets = [gatehouseMigrations, telemetryMigrations];
const tagsOfVersion020 = /^000[0-4]_(?!own_|relays_seen|outcomes)/;
const setsOfVersion020: readonly MigrationSet[] = sets.map(({ name, migrations }) => ({
  name,
  migrations: migrations.filter(({ tag }) => tagsOfVersion020.test(tag)),
}));

interface AttackedDatabase {
  readonly owner: SQL;
  readonly other: SQL;
  readonly otherRole: string;
}

async function migrate(url: string, migrated: readonly MigrationSet[]): Promise<void> {
  const connections = await openPostgres({ url });
  try {
    for (const set of migrated) {
      await migratePostgres(connections, [set]);
    }
  } finally {
    await connections.close();
  }
}

let roles = 0;

/** A database of the role `gatehouse`, and a role that has no rights but those of PUBLIC. */
async function withOtherRole(
  versions: readonly (readonly MigrationSet[])[],
  attack: (database: AttackedDatabase) => Promise<void>,
): Promise<void> {
  const server = await postgresServer();
  const url = await server.database();
  roles++;
  const otherRole = `other_${roles}`;
  await server.administer(`create role ${otherRole} login password 'secret'`);
  for (const version of versions) {
    await migrate(url, version);
  }
  await using owner = new SQL(url, { max: 1 });
  await using other = new SQL(server.url(new URL(url).pathname.slice(1), otherRole), { max: 1 });
  await attack({ owner, other, otherRole });
}

test.skipIf(isPostgresMissing)(
  "a server's role keeps its rights when the owner migrates, and functions of others do not stop that",
  async () => {
    const server = await postgresServer();
    const url = await server.database();
    await migrate(url, setsOfVersion020);
    await using owner = new SQL(url, { max: 1 });
    await server.administer(
      "create role serving login password 'secret'",
      "create role overloading login password 'secret'",
    );
    await owner.unsafe(`grant usage on schema public to serving;
      grant select, insert, update, delete on all tables in schema public to serving`);
    const name = new URL(url).pathname.slice(1);
    await using administrator = new SQL(server.url(name, "postgres"), { max: 1 });
    await administrator.unsafe("grant create on schema public to overloading");
    await using other = new SQL(server.url(name, "overloading"), { max: 1 });
    for (const overload of [
      "commit_1",
      "commit_2",
      "commit_3",
      "chain_ends_1",
      "keep_reasons_1",
      "keep_views_1",
      "write_rows_1",
      "telemetry_flush_1",
    ]) {
      await other.unsafe(`create function ${overload}(int) returns int language sql as 'select 1'`);
    }
    await migrate(url, sets);
    const rights = await owner.unsafe(`select
      has_table_privilege('serving', 'leader', 'select')
        and has_table_privilege('serving', 'leader', 'update') as leads,
      has_table_privilege('serving', 'personal_tokens', 'delete') as removes,
      has_table_privilege('overloading', 'leader', 'select') as reads,
      bool_and(has_function_privilege('serving', p.oid, 'execute')) as calls
      from pg_proc p where p.pronamespace = 'public'::regnamespace
        and pg_get_userbyid(p.proowner) = 'gatehouse'`);
    expect(Array.from(rights)).toEqual([{ leads: true, removes: true, reads: false, calls: true }]);
  },
);

const flush = "select telemetry_flush_1(true, 10, 0, 0, 1000, 0)";
const journal = `(environment_ids, feature_ids, keys, minutes, enabled, disabled, metrics)
  values ('{1}', '{1}', '{search}', '{29000000}', '{20}', '{0}', '{1}')`;

/** Puts a table with a trigger before the journal; the trigger shows as whom it runs. */
async function plantTable(other: SQL): Promise<void> {
  await other.unsafe(`
    create temp table telemetry_journal(id bigint, environment_ids bigint[], feature_ids bigint[],
      keys text[], minutes integer[], enabled bigint[], disabled bigint[], metrics bigint[]);
    create temp table ran_as(role text);
    grant all on telemetry_journal, ran_as to public;
    create function pg_temp.evil() returns trigger language plpgsql as
      'begin insert into pg_temp.ran_as values (current_user); return old; end';
    create trigger evil before delete on telemetry_journal
      for each row execute function pg_temp.evil();
    insert into telemetry_journal ${journal.replace("(environment", "(id, environment").replace("('{1}'", "(1, '{1}'")}`);
}

describe.skipIf(isPostgresMissing).each([
  ["a new database", [sets]],
  ["a database of version 0.2.0 after its migration", [setsOfVersion020, sets]],
] as const)("another role in %s", (_, versions) => {
  test("cannot run code as the owner of the functions", () =>
    withOtherRole(versions, async ({ owner, other, otherRole }) => {
      await plantTable(other);
      const refusal = await failureOf(other.unsafe(flush));
      expect(sqlStateOf(refusal)).toBe("42501");
      // Not even with the right to call it.
      await owner.unsafe(`grant usage on schema public to ${otherRole}`);
      await owner.unsafe(`grant execute on all functions in schema public to ${otherRole}`);
      await other.unsafe(flush);
      expect(Array.from(await other.unsafe("select role from ran_as"))).toEqual([]);
    }));

  test("cannot empty the counts", () =>
    withOtherRole(versions, async ({ owner, other }) => {
      await owner.unsafe(`insert into telemetry_journal ${journal}`);
      await owner.unsafe(flush);
      const counts = async () => {
        const [row] = await owner.unsafe(`select
          (select coalesce(sum(enabled), 0) from telemetry_minutes) +
          (select coalesce(sum(enabled), 0) from telemetry_hours) +
          (select coalesce(sum(enabled), 0) from telemetry_days) as enabled`);
        return Number(row?.enabled);
      };
      const before = await counts();
      expect(before).toBe(20);
      for (let call = 0; call < 5; call++) {
        const refusal = await failureOf(
          other.unsafe("select telemetry_roll_1(2147483000, 2147483000, 2147483000)"),
        );
        expect(sqlStateOf(refusal)).toBe("42501");
      }
      expect(await counts()).toBe(before);
    }));

  test("may call no function, also none that is made later", () =>
    withOtherRole(versions, async ({ owner }) => {
      await owner.unsafe("create function made_later() returns int language sql as 'select 1'");
      const rows: readonly {
        readonly name: string;
        readonly settings: string[] | null;
        readonly isOpen: boolean;
      }[] = await owner.unsafe(`select proname as name, proconfig as settings,
          proacl is null or exists (select from aclexplode(proacl) where grantee = 0) as "isOpen"
        from pg_proc where pronamespace = 'public'::regnamespace`);
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.filter(({ isOpen }) => isOpen)).toEqual([]);
      const unsettled = rows.filter(
        ({ settings }) => settings?.includes("search_path=public, pg_temp") !== true,
      );
      expect(unsettled.map(({ name }) => name)).toEqual(["made_later"]);
    }));

  test("is seen when it holds a lock of Gatehouse", () =>
    withOtherRole(versions, async ({ owner, other, otherRole }) => {
      expect(await readForeignLockRoles(owner)).toEqual([]);
      await owner.unsafe("select pg_advisory_lock(4747001)");
      await other.unsafe("select pg_advisory_lock(5)");
      expect(await readForeignLockRoles(owner)).toEqual([]);
      await other.unsafe("select pg_advisory_lock(4747002)");
      expect(await readForeignLockRoles(owner)).toEqual([otherRole]);
      await owner.unsafe(`create schema own; grant create, usage on schema own to ${otherRole}`);
      await other.unsafe("create table own.head (id int)");
      expect(await readForeignLockRoles(owner)).toEqual([]);
      await other.unsafe("drop table own.head");
      await other.unsafe("create temp table head (id int)");
      expect(await readForeignLockRoles(owner)).toEqual([otherRole]);
      await other.unsafe("select pg_advisory_unlock_all()");
      expect(await readForeignLockRoles(owner)).toEqual([]);
    }));
});
