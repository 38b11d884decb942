import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { embedMigrations } from "../../src/storage/migrations.macro.ts";
import { migrate } from "../../src/storage/sqlite/database/migrate.ts";
import { openTelemetryDatabase } from "../../src/telemetry/worker/store/telemetry-database.ts";
import { run, testedProgram } from "../contract/server-process.ts";
import { OldDirectory } from "./old-directory.ts";

const migrations = embedMigrations("gatehouse");
const tags = migrations.map(({ tag }) => tag);
const newestTag = tags.at(-1) ?? "";

test.each(tags.slice(0, -1).map((tag, index) => [tag, tags[index + 1] ?? ""] as const))(
  "a release whose last migration is %s refuses today's data, and leaves it unchanged",
  (tag, firstUnknown) => {
    using directory = new OldDirectory(newestTag);
    using database = new Database(directory.file);
    const before = database.serialize();
    expect(() => migrate(database, migrations.slice(0, tags.indexOf(tag) + 1))).toThrow(
      `The database was made by a newer Gatehouse (it has the migration ${firstUnknown})`,
    );
    expect(database.serialize()).toEqual(before);
  },
);

const newer = "INSERT INTO migrations (tag, hash) VALUES ('9999_future', 'x')";

test.each(["gatehouse.db", "telemetry.db"])(
  "a %s that a later release has migrated is refused in one line, and left unchanged",
  async (name) => {
    using directory = new OldDirectory(newestTag);
    openTelemetryDatabase(join(directory.path, "telemetry.db")).client.close(true);
    const path = join(directory.path, name);
    {
      using database = new Database(path);
      database.run(newer);
      database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    const before = readFileSync(path);
    const args = ["serve", "--port", "0", "--data", directory.path];
    expect(await run(testedProgram, args, { cwd: directory.path })).toMatchObject({
      code: 2,
      out: "",
      err: `gatehouse: ${path}: The database was made by a newer Gatehouse (it has the migration 9999_future)\n`,
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    // It is not set aside as a damaged one either.
    expect(readdirSync(directory.path).filter((each) => each.includes("damaged"))).toEqual([]);
    expect(statSync(path).size).toBeGreaterThan(0);
  },
  180_000,
);
