import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { minuteOf } from "../../../../src/telemetry/messages/minutes.ts";
import { IdLog } from "../../../../src/telemetry/worker/store/request-id-log.ts";
import {
  beginning,
  type Place,
  prepareRollups,
} from "../../../../src/telemetry/worker/store/rollup.ts";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";
import { temporaryDirectory } from "../../telemetry-api.ts";

test("counts are kept in one B-tree each", () => {
  const { client } = openTelemetryDatabase(":memory:");
  const tables = client
    .query<{ name: string; wr: number }, []>("PRAGMA table_list")
    .all()
    .filter(({ wr }) => wr === 1)
    .map(({ name }) => name);
  expect(tables.sort()).toEqual(["days", "hours", "minutes"]);
});

test("a commit is durable against a crash of the process, not of the machine", () => {
  using directory = temporaryDirectory();
  const { client } = openTelemetryDatabase(join(directory.path, "telemetry.db"));
  expect(client.query("PRAGMA synchronous").get()).toEqual({ synchronous: 1 });
  expect(client.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  client.close();
});

describe("a rollup", () => {
  const hour = minuteOf(Date.UTC(2026, 10, 21, 12));

  function filled() {
    const opened = openTelemetryDatabase(":memory:");
    const insert = opened.client.query("INSERT INTO minutes VALUES (?, ?, ?, ?)");
    opened.client.transaction(() => {
      for (let keyId = 1; keyId <= 100; keyId++) {
        for (let minute = hour; minute < hour + 180; minute++) {
          insert.run(keyId, minute, keyId, minute);
        }
      }
    })();
    const sums = () =>
      opened.client
        .query(
          `SELECT key_id, start / 60 AS hour, sum(enabled) AS enabled, sum(disabled) AS disabled
           FROM (SELECT * FROM minutes UNION ALL SELECT * FROM hours) GROUP BY 1, 2`,
        )
        .all();
    const rows = (table: string) => opened.client.query(`SELECT 1 FROM ${table}`).all().length;
    return { ...opened, sums, rows };
  }

  test("moves what is old in small steps, each of which changes no sum", () => {
    const { database, sums, rows } = filled();
    const { minutesIntoHours } = prepareRollups(database);
    const before = sums();
    let steps = 0;
    for (let place: Place | null = beginning; place !== null; steps++) {
      const left = rows("minutes");
      place = minutesIntoHours(place, hour + 120).next;
      expect(left - rows("minutes")).toBeLessThanOrEqual(2_000);
      expect(sums()).toEqual(before);
    }
    expect(steps).toBeGreaterThan(5);
    expect([rows("minutes"), rows("hours")]).toEqual([100 * 60, 100 * 2]);
  });

  test("that was cut short is done by the next", () => {
    const { database, sums, rows } = filled();
    const { minutesIntoHours } = prepareRollups(database);
    const before = sums();
    minutesIntoHours(beginning, hour + 120);
    for (let place: Place | null = beginning; place !== null; ) {
      place = minutesIntoHours(place, hour + 120).next;
    }
    expect(sums()).toEqual(before);
    expect([rows("minutes"), rows("hours")]).toEqual([100 * 60, 100 * 2]);
  });

  test("adds to what is there, up to 2^53-1, and says so", () => {
    const { client, database } = openTelemetryDatabase(":memory:");
    const max = Number.MAX_SAFE_INTEGER;
    client.run("INSERT INTO hours VALUES (1, ?, 5, ?)", [hour, max]);
    client.run("INSERT INTO minutes VALUES (1, ?, 1, 1), (1, ?, 2, ?)", [hour, hour + 1, max]);
    client.run("INSERT INTO minutes VALUES (2, ?, ?, 1), (2, ?, ?, 1)", [hour, max, hour + 1, max]);
    const { next, clamped } = prepareRollups(database).minutesIntoHours(beginning, hour + 60);
    expect({ next, clamped }).toEqual({ next: null, clamped: 2 });
    expect(client.query("SELECT key_id, enabled, disabled FROM hours").values()).toEqual([
      [1, 8, max],
      [2, max, 2],
    ]);
    expect(client.query("SELECT 1 FROM minutes").all()).toEqual([]);
  });
});

test("ids that memory has dropped leave the database, and others are there after a restart", () => {
  const { client, database } = openTelemetryDatabase(":memory:");
  const options = { generationMs: 1_000, generationIdsMax: 1_000_000, seed: 1 };
  const log = new IdLog(database, options);
  const id = (number: number) => Uint32Array.of(1, 0, 0, 0, number);
  for (let number = 1; number <= 100; number++) {
    log.remember(id(number), number * 100);
    log.write(number * 100);
    log.written();
  }
  expect(client.query("SELECT 1 FROM counted_submissions").all().length).toBeLessThanOrEqual(21);
  const again = new IdLog(database, options);
  for (let number = 1; number <= 100; number++) {
    expect(again.has(id(number))).toBe(log.has(id(number)));
  }
  expect([80, 91, 100].map((number) => again.has(id(number)))).toEqual([false, true, true]);
});
