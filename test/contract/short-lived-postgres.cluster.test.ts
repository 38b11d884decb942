import { describe } from "bun:test";
import { SQL } from "bun";
import { PostgresConnections } from "../../src/storage/postgres/database/postgres-connection.ts";
import { PostgresShortLivedStorage } from "../../src/storage/postgres/postgres-short-lived-storage.ts";
import { openPostgresStorage } from "../../src/storage/postgres/postgres-storage.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";
import { shortLivedContract } from "./short-lived-contract.ts";

describe.skipIf(isPostgresMissing)("with PostgreSQL", () => {
  shortLivedContract("in a database that processes share", async () => {
    const url = await database();
    const { storage } = await openPostgresStorage({ url, poolMax: 2 }, "test");
    await storage.close();
    const opened: PostgresConnections[] = [];
    return {
      async open() {
        const connections = new PostgresConnections({ url, poolMax: 2 });
        opened.push(connections);
        return new PostgresShortLivedStorage(connections);
      },
      /** The database's clock cannot be moved, but what it has stored can. */
      async pass(ms) {
        await using sql = new SQL(url, { max: 1 });
        await sql`update short_lived set
          changed_at = changed_at - make_interval(secs => ${ms / 1_000}::float8),
          ends_at = ends_at - make_interval(secs => ${ms / 1_000}::float8)`;
      },
      async [Symbol.asyncDispose]() {
        await Promise.all(opened.map((connections) => connections.close()));
      },
    };
  });
});
