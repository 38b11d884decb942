import { expect, test } from "bun:test";
import fc from "fast-check";
import { RequestIdLog } from "../../../../src/telemetry/worker/store/request-id-log.ts";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";

const environments = 4;
const limits = { idsMax: 300, idsPerEnvironmentMin: 0, keptMs: 60_000 };
const share = limits.idsMax / environments;
const seed = 1;

function id(environmentId: number, number: number): Uint32Array {
  return Uint32Array.of(environmentId, 0, 0, 0, number);
}

/** The number of ids that a database has. */
function storedCount(client: ReturnType<typeof openTelemetryDatabase>["client"]): number {
  const row = client
    .query<{ ids: number }, []>(
      "SELECT coalesce(sum(length(request_ids)), 0) / 20 AS ids FROM counted_submissions",
    )
    .get();
  return row?.ids ?? 0;
}

test("each environment's share survives a restart, and the database stays small", () => {
  const commit = fc.record({
    environmentId: fc.integer({ min: 1, max: environments }),
    count: fc.integer({ min: 1, max: 120 }),
    writes: fc.boolean(),
    passedMs: fc.integer({ min: 0, max: 20_000 }),
  });
  fc.assert(
    fc.property(fc.array(commit, { maxLength: 80 }), (commits) => {
      const { client, database } = openTelemetryDatabase(":memory:");
      const log = new RequestIdLog(database, limits, seed);
      log.load();
      const added: Uint32Array[] = [];
      let nowMs = 0;
      for (const { environmentId, count, writes, passedMs } of commits) {
        nowMs += passedMs;
        for (let nth = 0; nth < count; nth++) {
          const words = id(environmentId, added.length);
          added.push(words);
          log.add(words, nowMs);
        }
        if (writes) {
          log.write(nowMs);
          log.confirmWrite();
          // Rows that are still open may have some ids that are forgotten already.
          expect(storedCount(client)).toBeLessThanOrEqual(limits.idsMax + environments * 200);
        }
      }
      log.write(nowMs);
      log.confirmWrite();
      const reopened = new RequestIdLog(database, limits, seed);
      reopened.load();
      for (let environmentId = 1; environmentId <= environments; environmentId++) {
        const known = added.filter((words) => words[0] === environmentId && log.has(words));
        const lost = known.slice(-share).filter((words) => !reopened.has(words));
        expect(lost).toEqual([]);
      }
      const known = added.filter((words) => reopened.has(words));
      expect(known.length).toBeLessThanOrEqual(limits.idsMax);
    }),
    { numRuns: 50 },
  );
});

test("rows of the first release, with ids of several environments, are read and removed", () => {
  const { client, database } = openTelemetryDatabase(":memory:");
  const blob = Buffer.from(
    Uint32Array.from([...id(1, 1), ...id(2, 1), ...id(1, 2)]).buffer as ArrayBuffer,
  );
  client.run("INSERT INTO counted_submissions VALUES (7, 0, ?)", [blob]);
  const log = new RequestIdLog(database, limits, seed);
  log.load();
  expect([id(1, 1), id(2, 1), id(1, 2), id(2, 2)].map((words) => log.has(words))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  log.add(id(1, 3), 0);
  log.write(0);
  log.confirmWrite();
  expect(client.query("SELECT id FROM counted_submissions ORDER BY id").values()).toEqual([
    [7],
    [8],
  ]);
  log.forget(1);
  log.add(id(3, 1), 0);
  log.write(0);
  log.confirmWrite();
  // An id of the second environment is still in it.
  expect(client.query("SELECT id FROM counted_submissions ORDER BY id").values()).toEqual([
    [7],
    [9],
  ]);
  log.forget(2);
  log.write(0);
  log.confirmWrite();
  expect(client.query("SELECT id FROM counted_submissions").values()).toEqual([[9]]);
});
