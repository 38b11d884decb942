import { expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { isPostgresMissing, PostgresServer } from "../helpers/postgres-server.ts";

const script = join(import.meta.dir, "../../packaging/postgres-role.sh");

test.skipIf(isPostgresMissing)(
  "the role of compose-cluster.yaml is no superuser, and others may not connect to its database",
  async () => {
    const server = await PostgresServer.start();
    using directory = new TemporaryDirectory();
    const passwordFile = join(directory.path, "password");
    await Bun.write(passwordFile, "a 'quoted' password");
    await server.administer("drop role gatehouse", "create role other login password 'secret'");
    const made = Bun.spawn(["sh", script], {
      env: {
        ...Bun.env,
        POSTGRES_PASSWORD_FILE: passwordFile,
        PGHOST: "127.0.0.1",
        PGPORT: String(server.port),
        PGPASSWORD: "secret",
      },
      stderr: "pipe",
    });
    expect([await made.exited, await made.stderr.text()]).toEqual([0, ""]);
    await using sql = new SQL(server.url("gatehouse", "postgres"), { max: 1 });
    const [row] = await sql`
      select rolsuper or rolcreaterole or rolcreatedb as "isPowerful",
        has_database_privilege('other', 'gatehouse', 'connect') as "mayConnect",
        has_database_privilege('other', 'gatehouse', 'temp') as "mayMakeTables",
        pg_get_userbyid(datdba) as owner
      from pg_roles, pg_database where rolname = 'gatehouse' and datname = 'gatehouse'`;
    expect(row).toEqual({
      isPowerful: false,
      mayConnect: false,
      mayMakeTables: false,
      owner: "gatehouse",
    });
    await server.stop();
  },
  30_000,
);
