import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { embedMigrations } from "../../src/storage/migrations.macro.ts";
import { migrate } from "../../src/storage/sqlite/database/migrate.ts";
import { openTelemetryDatabase } from "../../src/telemetry/worker/store/telemetry-database.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { submissionOf, TelemetryApi } from "../telemetry/telemetry-api.ts";
import { stateWith } from "../telemetry/telemetry-state.ts";
import { schemaOf, tablesOf } from "./schema-description.ts";
import { features, nowMs, oldTelemetry } from "./telemetry-data.ts";

const migrations = embedMigrations("telemetry");
const tags = migrations.map(({ tag }) => tag);

/** A data directory as the release with that last migration left it. */
class OldDirectory extends TemporaryDirectory {
  readonly file = join(this.path, "telemetry.db");

  constructor(tag: string) {
    super();
    using database = new Database(this.file, { create: true });
    database.run("PRAGMA journal_mode = WAL");
    migrate(database, migrations.slice(0, tags.indexOf(tag) + 1));
    for (const statement of oldTelemetry[tag]?.statements ?? []) {
      database.run(statement);
    }
  }

  start(): Promise<TelemetryApi> {
    const telemetry = { directory: this.path };
    return TelemetryApi.start({ state: stateWith({ features }), now: () => nowMs, telemetry });
  }
}

test("there is sample telemetry for every migration", () => {
  expect(Object.keys(oldTelemetry)).toEqual(tags);
});

test.each(tags)("the sample telemetry of %s has rows in every table", (tag) => {
  using directory = new OldDirectory(tag);
  using database = new Database(directory.file);
  const empty = tablesOf(database).filter(
    (name) => database.query(`SELECT 1 FROM "${name}"`).get() === null,
  );
  expect(empty).toEqual([]);
});

test.each(tags)("telemetry of %s keeps its counts, and counts no submission twice", async (tag) => {
  using directory = new OldDirectory(tag);
  const { totals = {}, requestIds = [] } = oldTelemetry[tag] ?? {};
  const metric = { key: "search", time: nowMs / 1_000, result: true, value: 1_000 };
  {
    await using api = await directory.start();
    expect(await api.totals()).toEqual(totals);
    for (const requestId of requestIds) {
      await api.accepted(submissionOf([metric], requestId));
    }
    expect(await api.totals()).toEqual(totals);
    await api.count([metric]);
  }
  await using api = await directory.start();
  const [enabled = 0, disabled = 0] = totals.search ?? [];
  expect(await api.totals()).toEqual({ ...totals, search: [enabled + 1_000, disabled] });
});

test.each(tags)(
  "telemetry of %s is kept when the clock is months ahead at the start",
  async (tag) => {
    using directory = new OldDirectory(tag);
    const telemetry = { directory: directory.path };
    const aheadMs = nowMs + 200 * 24 * 3_600_000;
    const state = stateWith({ features });
    {
      await using api = await TelemetryApi.start({ state, now: () => aheadMs, telemetry });
      await api.telemetry.runHousekeeping();
      expect(api.warnings).toEqual([expect.stringContaining("200.0 days after")]);
    }
    await using api = await directory.start();
    expect(await api.totals()).toEqual(oldTelemetry[tag]?.totals ?? {});
  },
);

test.each(tags)("a database of %s gets exactly the schema of a new one", (tag) => {
  using directory = new OldDirectory(tag);
  openTelemetryDatabase(directory.file).client.close(true);
  using upgraded = new Database(directory.file);
  using made = new Database(":memory:");
  migrate(made, migrations);
  expect(schemaOf(upgraded)).toEqual(schemaOf(made));
});

test("ids of submissions keep their order, their environments and all bits", () => {
  using directory = new OldDirectory("0003_relays");
  const words = [1, 70_000, 2].map((environment, index) => [
    ...[environment, 0x467dd251, 0xb5e944d1, 0xb490539a, 0xffffff00 + index],
  ]);
  const blob = Buffer.from(Uint32Array.from(words.flat()).buffer);
  {
    using database = new Database(directory.file);
    database.run("DELETE FROM counted_submissions");
    database.run("INSERT INTO counted_submissions VALUES (7, 5, ?)", [blob]);
    database.run("UPDATE journal SET request_ids = ?, counted_at = 9", [blob.subarray(0, 20)]);
  }
  openTelemetryDatabase(directory.file).client.close(true);
  using upgraded = new Database(directory.file);
  const rows = upgraded
    .query("SELECT environment_id, lower(hex(request_id)), counted_at FROM request_ids ORDER BY id")
    .values();
  const idOf = (index: number) => `467dd251b5e944d1b490539affffff0${index}`;
  expect(rows).toEqual([
    [1, idOf(0), 5],
    [70_000, idOf(1), 5],
    [2, idOf(2), 5],
    [1, idOf(0), 9],
  ]);
});
