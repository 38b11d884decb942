import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import {
  database,
  isPostgresMissing,
  PostgresServer,
  postgresServer,
} from "../helpers/postgres-server.ts";
import { runsOf } from "../helpers/runs.ts";
import { SwallowingProxy } from "./commit-swallowing-proxy.ts";
import { metricsOf } from "./metrics-of.ts";
import { acceptedOutcomes, countedAfter, guardedRollout, outcomesAfter } from "./outcomes.ts";
import { postgresSettings } from "./postgres-telemetry-medium.ts";
import { until } from "./scripted-worker.ts";
import { submissionOf, TelemetryApi } from "./telemetry-api.ts";
import { feature, stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const hourMs = 3_600_000;
const one = () => submissionOf(metricsOf(now, { search: [1, 0] }));

function start(url: string, clock: () => number = () => now): Promise<TelemetryApi> {
  return TelemetryApi.start({
    state: stateWith({ features: ["search"] }),
    now: clock,
    telemetry: { worker: postgresSettings(url), restartMsMin: 1 },
  });
}

async function numberIn(url: string, query: string): Promise<number> {
  await using sql = new SQL(url, { max: 1 });
  const [row] = await sql.unsafe<{ number: number }[]>(`select (${query})::integer as number`);
  return row?.number ?? Number.NaN;
}

/** Sends a submission as clients do: again and again with the same id, until it is accepted. */
async function untilAccepted(api: TelemetryApi, submission: ReturnType<typeof one>): Promise<void> {
  for (;;) {
    const { status } = await api.submit(submission);
    if (status === 202) {
      return;
    }
    expect(status).toBe(503);
  }
}

describe.skipIf(isPostgresMissing)("several nodes with one database", () => {
  test("stop while another session holds up the deletion of a feature", async () => {
    const url = await database();
    // Without a bound of its own, the stop would wait for as long as a query may take.
    const unbounded = { url, timeoutMs: 300_000 };
    const node = await TelemetryApi.start({
      state: stateWith({ features: ["search"] }),
      now: () => now,
      telemetry: { worker: { ...postgresSettings(url), database: unbounded } },
    });
    await node.accepted(one());
    await node.telemetry.runHousekeeping();
    await using other = new SQL(url, { max: 1 });
    const session = await other.reserve();
    await session`begin`;
    await session`lock table telemetry_keys in access exclusive mode`;
    node.commit({ kind: "feature.removed", feature: feature(1, "search") });
    await until(
      async () => (await numberIn(url, "select count(*) from pg_locks where not granted")) > 0,
    );
    // The lock is still held when the stop ends.
    await node[Symbol.asyncDispose]();
    await session`rollback`;
    await session.release();
  }, 180_000);

  test("count a submission once that is sent to all of them at the same time", async () => {
    const url = await database();
    const nodes = await Promise.all([start(url), start(url), start(url)]);
    const submissions = Array.from({ length: 300 }, one);
    await Promise.all(
      nodes.flatMap((node) => submissions.map((submission) => node.accepted(submission))),
    );
    const counted = nodes.map(({ telemetry }) => telemetry.counters.submissions);
    expect(counted.reduce((sum, count) => sum + count)).toBe(submissions.length);
    for (const node of nodes) {
      expect(await node.totals()).toEqual({ search: [submissions.length, 0] });
      await node[Symbol.asyncDispose]();
    }
  });

  test("see each other's counts at once, and move what one that ended has left", async () => {
    const url = await database();
    const [first, second] = await Promise.all([start(url), start(url)]);
    await first.accepted(one());
    expect(await second.totals()).toEqual({ search: [1, 0] });
    await first[Symbol.asyncDispose]();
    await until(async () => (await numberIn(url, "select count(*) from telemetry_journal")) === 0);
    expect(await numberIn(url, "select sum(enabled) from telemetry_minutes")).toBe(1);
    expect(await second.totals()).toEqual({ search: [1, 0] });
    await second[Symbol.asyncDispose]();
  }, 180_000);

  test("delete no counts of environments and features that they have yet to hear of", async () => {
    const url = await database();
    const ahead = await TelemetryApi.start({
      state: stateWith({ features: ["search", "new"], customEnvironments: [2] }),
      now: () => now,
      telemetry: { worker: postgresSettings(url) },
    });
    await ahead.count(metricsOf(now, { new: [3, 0] }));
    await ahead.count(metricsOf(now, { search: [4, 0] }), 2);
    const behind = await start(url);
    await behind.telemetry.runHousekeeping();
    expect(await ahead.totals()).toEqual({ new: [3, 0] });
    expect(await ahead.totals(2)).toEqual({ search: [4, 0] });
    await ahead[Symbol.asyncDispose]();
    await behind[Symbol.asyncDispose]();
  });

  test("drop partitions of old times, and keep their counts", async () => {
    const url = await database();
    let time = now;
    await using node = await start(url, () => time);
    const partitions = () =>
      numberIn(
        url,
        "select count(*) from pg_class where relname ~ '^telemetry_(minutes|hours|days)_[0-9]+$' and relkind = 'r'",
      );
    for (let hour = 0; hour < 60; hour++) {
      await node.count(metricsOf(time, { search: [1, 0] }));
      await node.telemetry.runHousekeeping();
      time += hourMs;
    }
    // Two or three hours of minutes, two days of hours, and one or two months of days.
    expect(await partitions()).toBeLessThanOrEqual(7);
    expect(await node.totals()).toEqual({ search: [60, 0] });
    time += 200 * 24 * hourMs;
    await node.count(metricsOf(time, { search: [1, 0] }));
    await node.telemetry.runHousekeeping();
    expect(await partitions()).toBeLessThanOrEqual(2);
    expect(await node.totals()).toEqual({ search: [1, 0] });
  }, 180_000);
});

test.skipIf(isPostgresMissing)(
  "a role that owns nothing can do all of a node's work",
  async () => {
    const server = await postgresServer();
    const url = await database();
    await (await start(url))[Symbol.asyncDispose]();
    {
      await using owner = new SQL(url, { max: 1 });
      await server.administer("create role telemetry_node login password 'secret'");
      await owner.unsafe(`grant usage on schema public to telemetry_node;
      grant select, insert, update, delete on all tables in schema public to telemetry_node;
      grant execute on all functions in schema public to telemetry_node`);
    }
    let time = now;
    await using node = await start(url.replace("gatehouse:", "telemetry_node:"), () => time);
    for (let hour = 0; hour < 30; hour++) {
      await node.count(metricsOf(time, { search: [1, 0], unknown: [1, 0] }));
      await node.telemetry.runHousekeeping();
      time += hourMs;
    }
    await node.telemetry.dismiss({ environmentId: 1, key: "unknown" });
    await node.telemetry.runHousekeeping();
    expect(await node.totals()).toEqual({ search: [30, 0] });
  },
  180_000,
);

describe.skipIf(isPostgresMissing)("ids of submissions", () => {
  const hour = 480_000;
  const id = "467dd251-b5e9-44d1-b490-539a97ef0983";

  /** Counts the id at a second; resolves with whether it was new. */
  async function isNewAt(sql: SQL, second: number): Promise<boolean> {
    const counted = await sql`select * from telemetry_commit_1(${second}::bigint, '{1}',
      array[${id}::uuid], '{}', '{}', '{}', '{}', '{}', '{}', '{}')`;
    return counted.length === 0;
  }

  async function migrated(): Promise<string> {
    const url = await database();
    await (await start(url))[Symbol.asyncDispose]();
    return url;
  }

  test("are remembered for an hour at least, and emptied slots are used again", async () => {
    const url = await migrated();
    await using sql = new SQL(url, { max: 1 });
    for (const [at, later, isNew] of [
      [0, 0, false],
      [0, 3_600, false],
      [3_599, 3_600, false],
      [3_599, 3_599 + 3_600, false],
      [3_600 + 60, 2 * 3_600 + 3_599, false],
      [0, 4 * 3_600, true],
    ] as const) {
      await sql`truncate telemetry_ids`;
      expect(await isNewAt(sql, hour * 3_600 + at)).toBe(true);
      for (let passed = 1; passed <= (later - at) / 3_600; passed++) {
        await sql`select telemetry_forget_ids_1(${hour * 3_600 + at + passed * 3_600}::bigint)`;
      }
      expect([at, later, await isNewAt(sql, hour * 3_600 + later)]).toEqual([at, later, isNew]);
    }
  });

  for (const end of ["commit", "rollback"] as const) {
    test(`that another commit of the hour before holds are waited for (${end})`, async () => {
      const url = await migrated();
      await using sql = new SQL(url, { max: 2 });
      const first = await sql.reserve();
      await first`begin`;
      expect(await isNewAt(first, hour * 3_600 - 1)).toBe(true);
      const second = isNewAt(sql, hour * 3_600);
      await until(
        async () => (await numberIn(url, "select count(*) from pg_locks where not granted")) > 0,
      );
      await first.unsafe(end);
      await first.release();
      expect(await second).toBe(end === "rollback");
    });
  }
});

describe.skipIf(isPostgresMissing)("no accepted submission is lost, and none counts twice", () => {
  test("when nodes are killed in the middle of the load", async () => {
    const url = await database();
    await using node = await start(url);
    node.commit(guardedRollout(1, "search", ["checkout"]));
    const [sent, program] = [new Set<string>(), join(import.meta.dir, "counting-process.ts")];
    let accepted = 0;
    for (const acceptedMin of [1, 40, 200].slice(0, runsOf(2))) {
      const child = Bun.spawn([process.execPath, program, url, String(now)], { stdout: "pipe" });
      let acceptedHere = 0;
      let rest = "";
      for await (const bytes of child.stdout) {
        const lines = (rest + new TextDecoder().decode(bytes)).split("\n");
        rest = lines.pop() ?? "";
        for (const [what, id = ""] of lines.map((line) => line.split(" "))) {
          if (what === "sent") {
            sent.add(id);
          } else {
            acceptedHere++;
          }
        }
        if (acceptedHere >= acceptedMin) {
          child.kill("SIGKILL");
        }
      }
      await child.exited;
      accepted += acceptedHere;
    }
    const { search = [0, 0] } = await node.totals();
    expect(search[0]).toBeGreaterThanOrEqual(accepted);
    expect(search[0]).toBeLessThanOrEqual(sent.size);
    const metrics = metricsOf(now, { search: [1, 0] });
    await Promise.all([...sent].map((id) => node.accepted(submissionOf(metrics, id))));
    expect(await node.totals()).toEqual({ search: [sent.size, 0] });
    expect(await countedAfter(node, now)).toBeGreaterThanOrEqual(accepted);
    await Promise.all([...sent].map((id) => acceptedOutcomes(node, outcomesAfter(id))));
    expect(await countedAfter(node, now)).toBe(sent.size);
  }, 180_000);

  test("when the server of the database crashes, and while it does not run the answer is 503", async () => {
    const server = await PostgresServer.start();
    const node = await start(await server.database());
    const submissions = Array.from({ length: 400 }, one);
    const load = Promise.all(submissions.map((submission) => untilAccepted(node, submission)));
    await server.restartImmediately();
    await load;
    expect(await node.totals()).toEqual({ search: [submissions.length, 0] });
    await server.stop();
    const refused = await node.submit(one());
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await server.start();
    await untilAccepted(node, one());
    expect(await node.totals()).toEqual({ search: [submissions.length + 1, 0] });
    await node.telemetry.close();
    await server.stop();
  }, 180_000);

  test("when answers of the database are lost", async () => {
    const url = await database();
    const { port } = await postgresServer();
    using proxy = new SwallowingProxy(port);
    const node = await start(url.replace(`:${port}/`, `:${proxy.port}/`));
    proxy.swallowed = 0.3;
    const submissions = Array.from({ length: 200 }, one);
    for (let from = 0; from < submissions.length; from += 10) {
      await Promise.all(
        submissions.slice(from, from + 10).map((submission) => untilAccepted(node, submission)),
      );
    }
    proxy.swallowed = 0;
    expect(proxy.swallowedCount).toBeGreaterThan(0);
    expect(await node.totals()).toEqual({ search: [submissions.length, 0] });
    await node.telemetry.close();
  }, 180_000);
});
