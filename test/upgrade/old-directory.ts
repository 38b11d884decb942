import { Database } from "bun:sqlite";
import { join } from "node:path";
import { embedMigrations } from "../../src/storage/migrations.macro.ts";
import { migrate } from "../../src/storage/sqlite/database/migrate.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { oldData } from "./gatehouse-data.ts";

const migrations = embedMigrations("gatehouse");
const tags = migrations.map(({ tag }) => tag);

/** A data directory as the release with that last migration left it. */
export class OldDirectory extends TemporaryDirectory {
  readonly file = join(this.path, "gatehouse.db");

  /** `more` adds rows to the sample data. */
  constructor(tag: string, more: (database: Database) => void = () => undefined) {
    super();
    using database = new Database(this.file, { create: true });
    database.run("PRAGMA journal_mode = WAL");
    migrate(database, migrations.slice(0, tags.indexOf(tag) + 1));
    for (const statement of oldData[tag]?.statements ?? []) {
      database.run(statement);
    }
    database.transaction(() => more(database))();
  }
}
