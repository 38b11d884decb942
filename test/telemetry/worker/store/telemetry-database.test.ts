import { expect, test } from "bun:test";
import { join } from "node:path";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";
import { temporaryDirectory } from "../../telemetry-api.ts";

test("the tables of counts and outcomes are WITHOUT ROWID", () => {
  const { client } = openTelemetryDatabase(":memory:");
  const tables = client
    .query<{ name: string; wr: number }, []>("PRAGMA table_list")
    .all()
    .filter(({ wr }) => wr === 1)
    .map(({ name }) => name);
  expect(tables.sort()).toEqual(["days", "hours", "minutes", "outcome_hours", "outcomes"]);
});

test("a commit is durable against a crash of the process, not of the machine", () => {
  using directory = temporaryDirectory();
  const { client } = openTelemetryDatabase(join(directory.path, "telemetry.db"));
  expect(client.query("PRAGMA synchronous").get()).toEqual({ synchronous: 1 });
  expect(client.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  client.close();
});
