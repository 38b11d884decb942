import { SQL } from "bun";
import { openPostgresStorage } from "../../src/storage/postgres/postgres-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { database } from "../helpers/postgres-server.ts";
import type { Medium } from "./storage-contract.ts";
import { withTrackedState } from "./tracked-state.ts";

/** Databases that no test uses any more: emptying one takes less time than making one. */
const unused: string[] = [];

/** A busy machine takes long for a commit. */
const timeoutMs = 120_000;

/** A database of PostgreSQL, which is empty at first. */
export class PostgresMedium implements Medium {
  #url: Promise<string> | undefined;

  url(): Promise<string> {
    this.#url ??= emptyDatabase();
    return this.#url;
  }

  async open(): Promise<OpenedStorage> {
    return withTrackedState(await this.load());
  }

  async load(): Promise<OpenedStorage> {
    const url = await this.url();
    return openPostgresStorage({ url, poolMax: 2, timeoutMs }, "test");
  }

  [Symbol.dispose](): void {
    this.#url?.then(
      (url) => unused.push(url),
      () => undefined,
    );
  }
}

async function emptyDatabase(): Promise<string> {
  const url = unused.pop();
  if (url === undefined) {
    return database();
  }
  await using sql = new SQL(url, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'head', 'installation')`;
  const used = await sql.unsafe<{ name: string }[]>(
    tables
      .map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
      .join(" union all "),
  );
  if (used.length > 0) {
    // To empty a table that is empty takes as long.
    await sql.unsafe(`truncate ${used.map(({ name }) => name).join(", ")} cascade`);
  }
  await sql`update head set position = 0, last_ids = '{}', epoch = gen_random_uuid(),
    batch = '00000000-0000-0000-0000-000000000000'`;
  return url;
}
