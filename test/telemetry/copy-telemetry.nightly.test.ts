import { describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { emptyArmMinute } from "../../src/core/guards/guard-minute.ts";
import type { TelemetryOptions } from "../../src/telemetry/telemetry-options.ts";
import { rollupBoundariesAt } from "../../src/telemetry/worker/counting/retention-windows.ts";
import { compareTelemetry, copyTelemetry } from "../../src/telemetry/worker/port/copy-telemetry.ts";
import type { TelemetryArchive } from "../../src/telemetry/worker/port/telemetry-archive.ts";
import {
  openPostgresSource,
  openPostgresTarget,
} from "../../src/telemetry/worker/postgres/postgres-telemetry-archive.ts";
import { openSqliteArchive } from "../../src/telemetry/worker/store/sqlite-telemetry-archive.ts";
import { failureOf } from "../contract/failure-of.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";
import { metricsOf } from "./metrics-of.ts";
import { acceptedOutcomes, guardedRollout, outcomeOf, outcomeSubmission } from "./outcomes.ts";
import { postgresSettings } from "./postgres-telemetry-medium.ts";
import { submissionOf, TelemetryApi, temporaryDirectory } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const startMs = Date.UTC(2026, 10, 21, 12, 34, 56);
const hourMs = 3_600_000;
const features = Array.from({ length: 450 }, (_, index) => `feature ${index}`);
const odd = "\0 odd \u0001";
const last = submissionOf(metricsOf(startMs, { "feature 1": [7, 8], [odd]: [1, 0] }));
const minute = Math.floor(startMs / 60_000);
const guardMinute = { minute, step: -1, enabled: emptyArmMinute, disabled: emptyArmMinute };

function start(options: Partial<TelemetryOptions>, now: () => number): Promise<TelemetryApi> {
  return TelemetryApi.start({
    state: stateWith({ features, customEnvironments: [2] }),
    now,
    telemetry: options,
  });
}

/** Counts over three days; the last ones are still in the journal. */
async function fill(options: Partial<TelemetryOptions>): Promise<void> {
  let time = startMs - 72 * hourMs;
  const api = await start(options, () => time);
  for (; time < startMs; time += 9 * hourMs) {
    await api.count(metricsOf(time, Object.fromEntries(features.map((key) => [key, [1, 2]]))));
    await api.count(metricsOf(time, { "feature 3": [5, 0], unknown: [1, 1] }), 2);
    await api.telemetry.runHousekeeping();
  }
  api.commit(guardedRollout(1, odd, ["checkout"]));
  const outcome = outcomeOf("checkout", odd, true, {
    0: [2, 1],
    15: [Number.MAX_SAFE_INTEGER - 9, 0],
  });
  time = startMs - 5 * hourMs;
  await acceptedOutcomes(api, outcomeSubmission([outcome]));
  await api.telemetry.runHousekeeping();
  time = startMs;
  await acceptedOutcomes(api, outcomeSubmission([outcome]));
  await api.telemetry.guards.save(7, "checkout", [guardMinute]);
  await api.accepted(last);
  await api.accepted(last, 2);
  await api.telemetry.close();
  expect(api.faults).toEqual([]);
}

async function summaries(options: Partial<TelemetryOptions>): Promise<unknown> {
  await using api = await start(options, () => startMs);
  const shown = [
    await api.summary("?days=1"),
    await api.summary("?days=4"),
    await api.summary("?days=4", 2),
  ];
  const { guards } = api.telemetry;
  const range = { environmentId: 1, key: odd, fromMinute: minute - 9, toMinute: minute + 9 };
  const outcomes = [
    await guards.outcomes(range, ["checkout"]),
    await guards.totals(1, ["checkout"], 0),
    await guards.minutes(7, "checkout", 0, 2 * minute),
  ];
  expect(outcomes.map((list) => list.length)).toEqual([1, 1, 1]);
  // Ids of submissions came too.
  await api.accepted(last);
  await api.accepted(last, 2);
  expect(api.telemetry.counters).toMatchObject({ submissions: 0, duplicates: 2 });
  return [...shown.map(({ features: counted }) => counted), ...outcomes];
}

describe.skipIf(isPostgresMissing)("a copy of telemetry", () => {
  test("from SQLite to PostgreSQL, which goes on after interruptions, and back has everything", async () => {
    using directory = temporaryDirectory();
    const sqlite = { directory: directory.path };
    await fill(sqlite);
    const before = await summaries(sqlite);
    const url = await database();

    const source = await openSqliteArchive(join(directory.path, "telemetry.db"), startMs);
    for (const writes of [0, 1, 2]) {
      const target = await openPostgresTarget({ url });
      const failure = await failureOf(copyTelemetry(source, endingAfter(target, writes)));
      expect(String(failure)).toContain("interrupted");
      await target.close();
    }
    const target = await openPostgresTarget({ url });
    expect(String(await failureOf(compareTelemetry(source, target)))).toContain("The copy");
    await copyTelemetry(source, target);
    await compareTelemetry(source, target);
    await source.close();
    await target.close();
    expect(await summaries({ worker: postgresSettings(url) })).toEqual(before as never);

    const back = mkdtempSync(join(tmpdir(), "telemetry-back-"));
    const from = await openPostgresSource({ url });
    const into = await openSqliteArchive(join(back, "telemetry.db"), startMs);
    await copyTelemetry(from, into);
    await compareTelemetry(from, into);
    await from.close();
    await into.close();
    expect(await summaries({ directory: back })).toEqual(before as never);
  }, 180_000);

  test("has the counts of the moment at which it began, also those in the journal", async () => {
    const url = await database();
    const options = { worker: postgresSettings(url) };
    await fill(options);
    const node = await start(options, () => startMs);
    await addUpWhatIsOld(url);
    const before = await node.summary("?days=4");
    await node.accepted(submissionOf(metricsOf(startMs, { "feature 2": [9, 9] })));
    const counted = await node.summary("?days=4");
    expect(counted).not.toEqual(before);
    const source = await openPostgresSource({ url });
    await node.accepted(submissionOf(metricsOf(startMs, { "feature 2": [100, 0], more: [1, 0] })));
    await node.telemetry.runHousekeeping();
    using directory = temporaryDirectory();
    const target = await openSqliteArchive(join(directory.path, "telemetry.db"), startMs);
    await copyTelemetry(source, target);
    await compareTelemetry(source, target);
    await source.close();
    await target.close();
    await using copy = await start({ directory: directory.path }, () => startMs);
    expect((await copy.summary("?days=4")).features).toEqual(counted.features);
    await node.telemetry.close();
  }, 180_000);

  test("has counts of the journal with those of their feature, and none of a feature before", async () => {
    const url = await database();
    await fill({ worker: postgresSettings(url) });
    await using sql = new SQL(url, { max: 1 });
    await sql`truncate telemetry_journal`;
    const minute = startMs / 60_000;
    const before = await bucketsOf(url);
    // The ids of these features are 1, 2 and 3. The third key is of an unknown feature, as its node saw it.
    await sql.unsafe(`insert into telemetry_journal
      (environment_ids, feature_ids, keys, minutes, enabled, disabled, metrics)
      select array[1, 1, 1], array[900, 1, -3], array['feature 0', 'feature 1', 'feature 2'],
        array[m, m, m], array[7, 7, 7], array[0, 0, 0], array[1, 1, 1]
      from (select ${Math.floor(minute)} as m) now`);
    const after = await bucketsOf(url);
    expect(after.get("feature 0")).toEqual([[900, 0, Math.floor(minute), 7, 0]]);
    expect(after.get("feature 1")).toEqual(before.get("feature 1") ?? []);
    const added = [3, 0, Math.floor(minute), 7, 0];
    expect(after.get("feature 2")).toEqual([added, ...(before.get("feature 2") ?? [])].sort());
  }, 180_000);

  test("into telemetry that counts already is refused, and a row that differs is found", async () => {
    using directory = temporaryDirectory();
    await fill({ directory: directory.path });
    const source = await openSqliteArchive(join(directory.path, "telemetry.db"), startMs);
    const url = await database();
    const used = await database();
    await fill({ worker: postgresSettings(used) });
    const other = await openPostgresTarget({ url: used });
    expect(String(await failureOf(copyTelemetry(source, other)))).toContain(
      "has telemetry already",
    );
    await other.close();
    const target = await openPostgresTarget({ url });
    await copyTelemetry(source, target);
    await compareTelemetry(source, target);
    await using sql = new SQL(url, { max: 1 });
    for (const damage of [
      "update telemetry_days set enabled = enabled + 1 where ctid = (select min(ctid) from telemetry_days)",
      "delete from telemetry_hours where key_id = (select min(key_id) from telemetry_hours)",
      "update telemetry_keys set feature_id = null where id = (select min(id) + 5 from telemetry_keys)",
      "delete from telemetry_keys where id = (select min(id) + 7 from telemetry_keys)",
      "delete from telemetry_ids",
    ]) {
      await sql.unsafe(damage);
      expect(String(await failureOf(compareTelemetry(source, target)))).toContain(
        "The copy of telemetry",
      );
      await sql`truncate telemetry_keys, telemetry_minutes, telemetry_hours, telemetry_days, telemetry_ids`;
      await sql`update telemetry_clock set copy_progress = null`;
      await copyTelemetry(source, target);
      await compareTelemetry(source, target);
    }
    await source.close();
    await target.close();
  }, 180_000);
});

/**
 * A copy locks the tables, so nothing old may be left to add up and drop while it runs. The
 * housekeeping of a node leaves it to others while they hold the lock.
 */
async function addUpWhatIsOld(url: string): Promise<void> {
  await using sql = new SQL(url, { max: 1 });
  const { minutesFrom, hoursFrom } = rollupBoundariesAt(startMs);
  for (let rolled = 1; rolled !== 0; ) {
    [{ rolled }] = await sql`
      select rolled from telemetry_roll_1(${minutesFrom}::integer, ${hoursFrom}::integer, 0)`;
  }
}

/** What a copy would have of each key of Production. */
async function bucketsOf(url: string): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const source = await openPostgresSource({ url });
  const found = (await Array.fromAsync(source.buckets())).flat();
  await source.close();
  const ofProduction = found.filter(({ environmentId }) => environmentId === 1);
  const byKey = Map.groupBy(ofProduction, ({ key }) => key);
  return new Map(
    Array.from(byKey, ([key, buckets]) => [
      key,
      buckets
        .map(({ featureId, level, start, enabled, disabled }) => [
          ...[featureId, level, start, enabled, disabled],
        ])
        .sort(),
    ]),
  );
}

/** A target whose write fails after some others. */
function endingAfter(target: TelemetryArchive, writes: number): TelemetryArchive {
  let left = writes;
  const write =
    <Arguments extends readonly unknown[]>(work: (...values: Arguments) => Promise<void>) =>
    async (...values: Arguments) => {
      if (left-- === 0) {
        throw new Error("interrupted");
      }
      await work(...values);
    };
  return {
    clock: () => target.clock(),
    buckets: () => target.buckets(),
    outcomes: () => target.outcomes(),
    ids: () => target.ids(),
    copyState: () => target.copyState(),
    writeBuckets: write((buckets) => target.writeBuckets(buckets)),
    writeOutcomes: write((rows) => target.writeOutcomes(rows)),
    writeIds: write((ids) => target.writeIds(ids)),
    writeClock: write((clock) => target.writeClock(clock)),
    close: () => target.close(),
  };
}
