import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { emptyCatalog, writeCatalog } from "../../src/telemetry/messages/catalog-text.ts";
import type { MessageFromWorker } from "../../src/telemetry/messages/messages.ts";
import { defaultWorkerSettings } from "../../src/telemetry/messages/worker-settings.ts";
import { WorkerLoop } from "../../src/telemetry/worker/worker-loop.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { until } from "../telemetry/scripted-worker.ts";
import { submissionOf, TelemetryApi } from "../telemetry/telemetry-api.ts";
import { stateWith } from "../telemetry/telemetry-state.ts";

const nowMs = Date.UTC(2026, 10, 21, 12, 34, 56);
const metric = { key: "search", time: nowMs / 1_000, result: true, value: 1 };
const pageBytes = 4_096;
/** More than is checked at each start. */
const largeBytes = 17 * 1024 * 1024;

function start(directory: string): Promise<TelemetryApi> {
  return TelemetryApi.start({
    state: stateWith({ features: ["search"] }),
    now: () => nowMs,
    telemetry: { directory, restartMsMin: 1 },
  });
}

/** A directory with telemetry of one submission, and its file. */
async function filled(directory: TemporaryDirectory): Promise<string> {
  const api = await start(directory.path);
  await api.count([metric]);
  await api.telemetry.runHousekeeping();
  await api.telemetry.close();
  return join(directory.path, "telemetry.db");
}

/** Makes the file so large that a start does not check it. */
function fillDays(file: string): void {
  using database = new Database(file);
  database.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1500000)
     INSERT INTO days SELECT 1, n * 1440, 1, 1 FROM numbers`,
  );
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

/** Overwrites pages of a file. */
function overwrite(file: string, firstPage: number, pages: number): void {
  const descriptor = openSync(file, "r+");
  const bytes = new Uint8Array(pages * pageBytes).fill(0xab);
  writeSync(descriptor, bytes, 0, bytes.length, firstPage * pageBytes);
  closeSync(descriptor);
}

/** Databases that were set aside, without their logs. */
function damagedFiles(directory: TemporaryDirectory): readonly string[] {
  return readdirSync(directory.path).filter((name) => /\.damaged-[^-]*-.*Z(?:-\d+)?$/.test(name));
}

/** Telemetry counts, and has only the counts of a new database. */
async function expectNew(api: TelemetryApi): Promise<void> {
  expect(await api.totals()).toEqual({});
  await api.count([{ ...metric, value: 5 }]);
  expect(await api.totals()).toEqual({ search: [5, 0] });
}

const damages: Readonly<Record<string, (file: string) => void>> = {
  "is no database": (file) => writeFileSync(file, "no database at all".repeat(1_000)),
  "has a wrong page": (file) => overwrite(file, 3, 1),
  "has wrong pages at its end": (file) => overwrite(file, statSync(file).size / pageBytes - 2, 2),
  "was cut short": (file) => truncateSync(file, statSync(file).size - 2 * pageBytes),
  "is large and has a wrong first page": (file) => {
    fillDays(file);
    overwrite(file, 0, 1);
  },
};

describe("a database that", () => {
  test.each(Object.entries(damages))(
    "%s is set aside at the start, and a new one is made",
    async (_, damage) => {
      using directory = new TemporaryDirectory();
      const file = await filled(directory);
      damage(file);
      const damaged = readFileSync(file);
      const api = await start(directory.path);
      expect(api.telemetry.isAlive).toBe(true);
      expect(api.telemetry.isReplaced).toBe(true);
      const renamed = "telemetry.db.damaged-2026-11-21T12-34-56.000Z";
      expect(damagedFiles(directory)).toEqual([renamed]);
      expect(readFileSync(join(directory.path, renamed)).equals(damaged)).toBe(true);
      expect(api.faults.map(String)).toEqual([expect.stringContaining(renamed)]);
      await expectNew(api);
      await api.telemetry.close();
      // The next start finds the new one.
      const next = await start(directory.path);
      expect(next.telemetry.isReplaced).toBe(false);
      expect(await next.totals()).toEqual({ search: [5, 0] });
      await next.telemetry.close();
      expect(next.faults).toEqual([]);
    },
  );
});

test("the log and the index of a damaged database are set aside with it", async () => {
  using directory = new TemporaryDirectory();
  const file = await filled(directory);
  // As a killed process leaves them.
  const left = new Database(file);
  left.run("INSERT INTO keys VALUES (100, 1, 'other', NULL)");
  const [log, index] = [readFileSync(`${file}-wal`), readFileSync(`${file}-shm`)];
  left.close(true);
  writeFileSync(`${file}-wal`, log);
  writeFileSync(`${file}-shm`, index);
  writeFileSync(file, "no database at all".repeat(1_000));
  const api = await start(directory.path);
  const [renamed = ""] = damagedFiles(directory);
  const kept = (suffix: string) => readFileSync(join(directory.path, renamed + suffix));
  expect(kept("-wal").equals(log)).toBe(true);
  expect(kept("-shm").length).toBeGreaterThan(0);
  await expectNew(api);
  await api.telemetry.close();
});

test("two that are set aside at the same time have different names", async () => {
  using directory = new TemporaryDirectory();
  const file = await filled(directory);
  for (const count of [1, 2, 3]) {
    writeFileSync(file, "no database at all".repeat(1_000));
    const api = await start(directory.path);
    await expectNew(api);
    await api.telemetry.close();
    expect(damagedFiles(directory)).toHaveLength(count);
  }
});

describe("damage of a large database", () => {
  test("that a summary finds is 503, then the database is set aside and counting goes on", async () => {
    using directory = new TemporaryDirectory();
    const file = await filled(directory);
    fillDays(file);
    expect(statSync(file).size).toBeGreaterThan(largeBytes);
    overwrite(file, 100, statSync(file).size / pageBytes - 110);
    const api = await start(directory.path);
    expect(api.telemetry.isReplaced).toBe(false);
    expect((await api.send("/telemetry/summary?days=90")).status).toBe(503);
    await until(() => api.telemetry.isReplaced && api.telemetry.isAlive);
    expect(damagedFiles(directory)).toHaveLength(1);
    const faults = api.faults.map(String).join("\\n");
    expect(faults).toContain("malformed");
    expect(faults).toContain("telemetry.db.damaged-");
    await expectNew(api);
    await api.telemetry.close();
  });

  test("that is only suspected sets nothing aside", async () => {
    using directory = new TemporaryDirectory();
    const file = await filled(directory);
    const posted: MessageFromWorker[] = [];
    const loop = new WorkerLoop((message) => posted.push(message));
    loop.receive({
      kind: "open",
      path: file,
      isSuspect: true,
      settings: defaultWorkerSettings,
      catalog: writeCatalog(emptyCatalog),
      now: nowMs,
    });
    loop.receive({ kind: "close" });
    await until(() => posted.some(({ kind }) => kind === "closed"));
    expect(posted).toEqual([{ kind: "opened" }, { kind: "closed" }]);
    expect(damagedFiles(directory)).toEqual([]);
  });
});

test("the set aside database is whole again when its damage is repaired", async () => {
  using directory = new TemporaryDirectory();
  const file = await filled(directory);
  const whole = readFileSync(file);
  overwrite(file, 3, 1);
  const api = await start(directory.path);
  const repeated = submissionOf([metric]);
  await api.accepted(repeated);
  await api.accepted(repeated);
  expect(await api.totals()).toEqual({ search: [1, 0] });
  await api.telemetry.close();
  writeFileSync(file, whole);
  const restored = await start(directory.path);
  expect(await restored.totals()).toEqual({ search: [1, 0] });
  await restored.telemetry.close();
});
