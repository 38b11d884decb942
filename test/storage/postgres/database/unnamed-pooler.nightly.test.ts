import { expect, test } from "bun:test";
import { run, testedProgram } from "../../../contract/server-process.ts";
import { TemporaryDirectory } from "../../../contract/temporary-directory.ts";
import { withPooler } from "../../../helpers/pooler.ts";
import { database, isPostgresMissing } from "../../../helpers/postgres-server.ts";

const reason =
  "statements are prepared on connections that change: is this the address of a pooler such as PgBouncer? Set --database-pooler";

test.skipIf(isPostgresMissing)(
  "a pooler without --database-pooler is refused when another process has prepared the same statement",
  async () => {
    await using pooler = await withPooler();
    using directory = new TemporaryDirectory();
    const variables = { GATEHOUSE_DATABASE: pooler.urlOf(await database()) };
    const command = (name: string, more: Readonly<Record<string, string>> = {}) =>
      run(testedProgram, ["database", name], {
        cwd: directory.path,
        variables: { ...variables, ...more },
      });
    expect(await command("migrate")).toMatchObject({ code: 0 });
    expect(await command("status")).toEqual({
      code: 2,
      out: "",
      err: `gatehouse: The database cannot be used: ${reason}\n`,
    });
    expect(await command("status", { GATEHOUSE_DATABASE_POOLER: "on" })).toMatchObject({ code: 0 });
  },
  180_000,
);
