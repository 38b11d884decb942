import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { defaultWorkerSettings } from "../../src/telemetry/messages/worker-settings.ts";
import { workerThreadSpawner } from "../../src/telemetry/worker-thread.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { workerUrl } from "../helpers/worker-entries.ts";
import { expectUnavailable, until } from "../telemetry/scripted-worker.ts";
import { submissionOf, TelemetryApi } from "../telemetry/telemetry-api.ts";
import { stateWith } from "../telemetry/telemetry-state.ts";

const nowMs = Date.UTC(2026, 10, 21, 12, 34, 56);
const metric = { key: "search", time: nowMs / 1_000, result: true, value: 1 };

/** Telemetry with a worker in a thread, which waits for locks so long. */
function start(directory: string, lockWaitMs: number): Promise<TelemetryApi> {
  return TelemetryApi.start({
    state: stateWith({ features: ["search"] }),
    now: () => nowMs,
    telemetry: {
      directory,
      spawn: workerThreadSpawner(workerUrl),
      restartMsMin: 1,
      worker: { ...defaultWorkerSettings, lockWaitMs },
    },
  });
}

/** What /readyz asks. */
function probed({ telemetry }: TelemetryApi): Promise<string> {
  return telemetry.probe().then(() => "kept", String);
}

/** Another program that locks the database for writing. */
class Locker implements Disposable {
  readonly #client: Database;

  constructor(directory: string, mode: "IMMEDIATE" | "EXCLUSIVE") {
    this.#client = new Database(join(directory, "telemetry.db"), { create: false });
    // The worker may still be writing what it has answered.
    this.#client.run("PRAGMA busy_timeout = 5000");
    if (mode === "EXCLUSIVE") {
      this.#client.run("PRAGMA locking_mode = EXCLUSIVE");
    }
    this.#client.run(`BEGIN ${mode}`);
    this.#client.run("PRAGMA user_version = 1");
  }

  release(): void {
    this.#client.run("ROLLBACK");
    this.#client.close(true);
  }

  [Symbol.dispose](): void {
    this.#client.close();
  }
}

describe("while another program has locked telemetry.db", () => {
  test("submissions wait for the lock", async () => {
    using directory = new TemporaryDirectory();
    // No timer of the test can take longer than the lock.
    const api = await start(directory.path, 60_000);
    using locker = new Locker(directory.path, "IMMEDIATE");
    let isAnswered = false;
    const waiting = api.submit(submissionOf([metric])).finally(() => {
      isAnswered = true;
    });
    await until(() => api.telemetry.counters.waitingBytes > 0);
    await Bun.sleep(20);
    expect(isAnswered).toBe(false);
    locker.release();
    expect((await waiting).status).toBe(202);
    expect(await api.totals()).toEqual({ search: [1, 0] });
    await api.telemetry.close();
    expect(api.faults).toEqual([]);
  });

  test("submissions are 503 after the wait, all that wait at once, and count after the release", async () => {
    using directory = new TemporaryDirectory();
    const api = await start(directory.path, 5);
    await api.count([metric]);
    using locker = new Locker(directory.path, "IMMEDIATE");
    const repeated = submissionOf([metric]);
    const waiting = Array.from({ length: 600 }, () => api.submit(submissionOf([metric])));
    await expectUnavailable(api.submit(repeated), "POST");
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(await api.totals()).toEqual({ search: [1, 0] });
    locker.release();
    await api.accepted(repeated);
    await api.accepted(repeated);
    expect(await api.totals()).toEqual({ search: [2, 0] });
    await api.telemetry.close();
    expect(api.faults.map(String).join()).toContain("locked");
  });

  test("/readyz finds out, until a write is kept, also without submissions", async () => {
    using directory = new TemporaryDirectory();
    const api = await start(directory.path, 5);
    await api.count([metric]);
    using locker = new Locker(directory.path, "IMMEDIATE");
    // A lock alone is no failure: other programs read and copy the database.
    expect(await probed(api)).toBe("kept");
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    expect(await probed(api)).toContain("locked");
    expect(await probed(api)).toContain("locked");
    locker.release();
    expect(await probed(api)).toBe("kept");
    expect(await api.totals()).toEqual({ search: [1, 0] });
    await api.count([metric]);
    await api.telemetry.close();
    expect(await probed(api)).toContain("does not run");
    expect(api.faults.map(String).join()).toContain("locked");
  });

  test("a start serves without telemetry, which begins after the release", async () => {
    using directory = new TemporaryDirectory();
    const first = await start(directory.path, 5);
    await first.count([metric]);
    await first.telemetry.close();
    using locker = new Locker(directory.path, "EXCLUSIVE");
    const api = await start(directory.path, 5);
    expect(api.telemetry.isAlive).toBe(false);
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    await expectUnavailable(api.send("/telemetry/summary"), "GET");
    locker.release();
    await until(() => api.telemetry.isAlive);
    await api.count([metric]);
    expect(await api.totals()).toEqual({ search: [2, 0] });
    expect(api.telemetry.isReplaced).toBe(false);
    await api.telemetry.close();
  });

  test("a server that could not open it yet can be stopped", async () => {
    using directory = new TemporaryDirectory();
    await (await start(directory.path, 5)).telemetry.close();
    using _ = new Locker(directory.path, "EXCLUSIVE");
    const api = await start(directory.path, 5);
    await api.telemetry.close();
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
  });
});
