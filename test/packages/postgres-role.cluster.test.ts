import { expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { isPostgresMissing, PostgresServer } from "../helpers/postgres-server.ts";
import { databaseCheck } from "./deployment-files.ts";

const script = join(import.meta.dir, "../../packaging/postgres-role.sh");

test.skipIf(isPostgresMissing)(
  "the role of compose-cluster.yaml is no superuser, and others may not connect to its database",
  async () => {
    const server = await PostgresServer.start();
    await server.administer("drop role gatehouse", "create role other login password 'secret'");
    const make = async (variables: Readonly<Record<string, string>>) => {
      const env = { ...Bun.env, PGHOST: "127.0.0.1", PGPORT: String(server.port), ...variables };
      const made = Bun.spawn(["sh", script], { env, stderr: "pipe" });
      return [await made.exited, await made.stderr.text()] as const;
    };
    // As the image runs it: with the password, and without the name of its file.
    expect((await make({ POSTGRES_PASSWORD: "" }))[0]).not.toBe(0);
    expect(await make({ POSTGRES_PASSWORD: "a 'quoted' password" })).toEqual([0, ""]);
    await using sql = new SQL(server.url("gatehouse", "postgres"), { max: 1 });
    const [row] = await sql`
      select rolsuper or rolcreaterole or rolcreatedb as "isPowerful",
        has_database_privilege('other', 'gatehouse', 'connect') as "mayConnect",
        has_database_privilege('other', 'gatehouse', 'temp') as "mayMakeTables",
        pg_get_userbyid(datdba) as owner,
        (select rolpassword from pg_authid where rolname = 'gatehouse') like 'SCRAM-SHA-256%'
          as "hasPassword",
        (select rolpassword from pg_authid where rolname = 'postgres') as "superuserPassword"
      from pg_roles, pg_database where rolname = 'gatehouse' and datname = 'gatehouse'`;
    expect(row).toEqual({
      isPowerful: false,
      mayConnect: false,
      mayMakeTables: false,
      owner: "gatehouse",
      hasPassword: true,
      superuserPassword: null,
    });
    await server.stop();
  },
  180_000,
);

test.skipIf(isPostgresMissing)(
  "the check of compose-cluster.yaml passes when the role can use its database over the network",
  async () => {
    const server = await PostgresServer.start();
    await server.administer("drop role gatehouse");
    const command = await databaseCheck();
    const check = async () => {
      // While the image prepares a database, PostgreSQL listens on a socket only, the default of clients.
      const env = { ...Bun.env, PGHOST: "/nowhere", PGPORT: String(server.port) };
      return (
        (await Bun.spawn([...command], { env, stdout: "ignore", stderr: "ignore" }).exited) === 0
      );
    };
    expect(await check()).toBe(false);
    await server.administer("create role gatehouse login");
    expect(await check()).toBe(false);
    await server.administer("create database gatehouse owner gatehouse");
    expect(await check()).toBe(true);
    await server.stop();
    expect(await check()).toBe(false);
  },
  180_000,
);
