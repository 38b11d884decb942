import { expect, test } from "bun:test";
import { RequestIdLog } from "../../../../src/telemetry/worker/store/request-id-log.ts";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";

test("ids dropped from memory are removed from the database, and the others survive a restart", () => {
  const { client, database } = openTelemetryDatabase(":memory:");
  const options = { generationMs: 1_000, generationIdsMax: 1_000_000, seed: 1 };
  const log = new RequestIdLog(database, options);
  const id = (number: number) => Uint32Array.of(1, 0, 0, 0, number);
  for (let number = 1; number <= 100; number++) {
    log.add(id(number), number * 100);
    log.write(number * 100);
    log.confirmWrite();
  }
  expect(client.query("SELECT 1 FROM counted_submissions").all().length).toBeLessThanOrEqual(21);
  const reopened = new RequestIdLog(database, options);
  for (let number = 1; number <= 100; number++) {
    expect(reopened.has(id(number))).toBe(log.has(id(number)));
  }
  expect([80, 91, 100].map((number) => reopened.has(id(number)))).toEqual([false, true, true]);
});
