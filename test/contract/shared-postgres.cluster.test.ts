import { describe } from "bun:test";
import { SQL } from "bun";
import { openPostgresStorage } from "../../src/storage/postgres/postgres-storage.ts";
import { withPooler } from "../helpers/pooler.ts";
import { isPostgresMissing } from "../helpers/postgres-server.ts";
import { PostgresMedium } from "./postgres-medium.ts";
import { type SharedMedium, sharedStorageContract } from "./shared-storage-contract.ts";

/** A database that each `open` uses with connections of its own. */
function sharedDatabase(open: (url: string) => ReturnType<SharedMedium["open"]>): SharedMedium {
  const medium = new PostgresMedium();
  return {
    open: async () => open(await medium.url()),
    async trimLog(through) {
      await using sql = new SQL(await medium.url(), { max: 1 });
      await sql`delete from commits where position <= ${through}`;
    },
    async [Symbol.asyncDispose]() {
      medium[Symbol.dispose]();
    },
  };
}

describe.skipIf(isPostgresMissing)("with PostgreSQL", () => {
  sharedStorageContract({
    name: "shared PostgreSQL",
    make: () =>
      sharedDatabase((url) => openPostgresStorage({ url, poolMax: 2, timeoutMs: 120_000 }, "test")),
  });

  let pooler: ReturnType<typeof withPooler> | undefined;
  sharedStorageContract({
    name: "shared PostgreSQL through a pooler, without a direct connection",
    make: () =>
      sharedDatabase(async (direct) => {
        pooler ??= withPooler();
        const url = (await pooler).urlOf(direct);
        return openPostgresStorage({ url, poolMax: 2, isPooled: true }, "test");
      }),
  });
});
