import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { submissionOf, TelemetryApi } from "../telemetry/telemetry-api.ts";
import { stateWith } from "../telemetry/telemetry-state.ts";
import { SmallDisk } from "./small-disk.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);

function metric(value: number) {
  return { key: "search", time: nowMs / 1_000, result: true, value };
}

/** Telemetry on a data directory in which a test causes faults. */
class FaultyTelemetry {
  readonly #api: TelemetryApi;

  private constructor(api: TelemetryApi) {
    this.#api = api;
  }

  static async start(directory: string): Promise<FaultyTelemetry> {
    const telemetry = { directory };
    return new FaultyTelemetry(
      await TelemetryApi.start({
        state: stateWith({ features: ["search"] }),
        now: () => nowMs,
        telemetry,
      }),
    );
  }

  /** Submits a metric with this value; returns the status of the answer. */
  async submit(value: number, requestId: string = crypto.randomUUID()): Promise<number> {
    const response = await this.#api.submit(submissionOf([metric(value)], requestId));
    if (response.status === 503) {
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: "unavailable" });
    }
    return response.status;
  }

  async total(): Promise<number> {
    return (await this.#api.totals()).search?.[0] ?? 0;
  }

  get faults(): string {
    return this.#api.faults.map(String).join("\n");
  }

  stop(): Promise<void> {
    return this.#api.telemetry.close();
  }
}

test("on a full disk submissions are refused and summaries work; with space both work again", async () => {
  using disk = SmallDisk.mount("4m");
  if (disk === null) {
    return;
  }
  const first = await FaultyTelemetry.start(disk.path);
  let accepted = 0;
  const submit = async (value: number, requestId?: string) => {
    const status = await first.submit(value, requestId);
    accepted += status === 202 ? value : 0;
    return status;
  };
  expect(await submit(1)).toBe(202);
  disk.fill(16_384);
  const statuses: number[] = [];
  for (let index = 0; index < 200; index++) {
    statuses.push(await submit(1));
  }
  expect(new Set(statuses)).toEqual(new Set([202, 503]));
  const repeated = crypto.randomUUID();
  expect(await submit(1_000, repeated)).toBe(503);
  expect(await first.total()).toBe(accepted);
  expect(first.faults).toContain("full");
  disk.free();
  expect(await submit(1_000, repeated)).toBe(202);
  expect(await first.submit(1_000, repeated)).toBe(202);
  expect(await first.total()).toBe(accepted);
  await first.stop();
  const second = await FaultyTelemetry.start(disk.path);
  expect(await second.total()).toBe(accepted);
  await second.stop();
});

const removals: Readonly<Record<string, (data: string, away: string) => void>> = {
  "is renamed": (data, away) => renameSync(data, away),
  "is removed": (data) => rmSync(data, { recursive: true }),
  "is removed and created again": (data) => {
    rmSync(data, { recursive: true });
    mkdirSync(data);
  },
  "loses its journal": (data) => rmSync(join(data, "telemetry.db-wal")),
};

test.each(Object.entries(removals))(
  "a directory that %s: a submission that would be lost is refused",
  async (_, remove) => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    mkdirSync(data);
    const telemetry = await FaultyTelemetry.start(data);
    expect(await telemetry.submit(1)).toBe(202);
    remove(data, join(directory.path, "away"));
    expect(await telemetry.submit(10)).toBe(503);
    expect(await telemetry.total()).toBe(1);
    expect(telemetry.faults).toContain("was moved or removed while in use");
    await telemetry.stop();
  },
);

test("submissions are counted again when the directory is back", async () => {
  using directory = new TemporaryDirectory();
  const [data, away] = [join(directory.path, "data"), join(directory.path, "away")];
  mkdirSync(data);
  const telemetry = await FaultyTelemetry.start(data);
  renameSync(data, away);
  expect(await telemetry.submit(10)).toBe(503);
  renameSync(away, data);
  expect(await telemetry.submit(100)).toBe(202);
  expect(await telemetry.total()).toBe(100);
  await telemetry.stop();
  const again = await FaultyTelemetry.start(data);
  expect(await again.total()).toBe(100);
  await again.stop();
});

test("a program that reads telemetry.db, as a backup does, blocks no submission", async () => {
  using directory = new TemporaryDirectory();
  const telemetry = await FaultyTelemetry.start(directory.path);
  using reader = new Database(join(directory.path, "telemetry.db"), { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM keys").get();
  expect(await telemetry.submit(1)).toBe(202);
  reader.run("ROLLBACK");
  await telemetry.stop();
});
