import { describe, expect, test } from "bun:test";
import { minuteOf } from "../../../../src/telemetry/messages/minutes.ts";
import { RecentDays } from "../../../../src/telemetry/worker/store/recent-days.ts";
import {
  prepareRollups,
  type RollupPosition,
  rollupStart,
} from "../../../../src/telemetry/worker/store/rollup.ts";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";

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

  test("moves old buckets in small steps, none of which changes a sum", () => {
    const { database, sums, rows } = filled();
    const { minutesIntoHours } = prepareRollups(database, new RecentDays(database));
    const before = sums();
    let steps = 0;
    for (let position: RollupPosition | null = rollupStart; position !== null; steps++) {
      const left = rows("minutes");
      position = minutesIntoHours(position, hour + 120).next;
      expect(left - rows("minutes")).toBeLessThanOrEqual(2_000);
      expect(sums()).toEqual(before);
    }
    expect(steps).toBeGreaterThan(5);
    expect([rows("minutes"), rows("hours")]).toEqual([100 * 60, 100 * 2]);
  });

  test("that was interrupted is completed by the next", () => {
    const { database, sums, rows } = filled();
    const { minutesIntoHours } = prepareRollups(database, new RecentDays(database));
    const before = sums();
    minutesIntoHours(rollupStart, hour + 120);
    for (let position: RollupPosition | null = rollupStart; position !== null; ) {
      position = minutesIntoHours(position, hour + 120).next;
    }
    expect(sums()).toEqual(before);
    expect([rows("minutes"), rows("hours")]).toEqual([100 * 60, 100 * 2]);
  });

  test("adds to existing counts up to 2^53-1, and returns how many reached it", () => {
    const { client, database } = openTelemetryDatabase(":memory:");
    const max = Number.MAX_SAFE_INTEGER;
    client.run("INSERT INTO hours VALUES (1, ?, 5, ?)", [hour, max]);
    client.run("INSERT INTO minutes VALUES (1, ?, 1, 1), (1, ?, 2, ?)", [hour, hour + 1, max]);
    client.run("INSERT INTO minutes VALUES (2, ?, ?, 1), (2, ?, ?, 1)", [hour, max, hour + 1, max]);
    const { next, clamped } = prepareRollups(database, new RecentDays(database)).minutesIntoHours(
      rollupStart,
      hour + 60,
    );
    expect({ next, clamped }).toEqual({ next: null, clamped: 2 });
    expect(client.query("SELECT key_id, enabled, disabled FROM hours").values()).toEqual([
      [1, 8, max],
      [2, max, 2],
    ]);
    expect(client.query("SELECT 1 FROM minutes").all()).toEqual([]);
  });
});
