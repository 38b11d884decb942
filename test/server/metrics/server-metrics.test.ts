import { expect, test } from "bun:test";
import { emptyState } from "../../../src/core/model/state.ts";
import { ChangeCounters } from "../../../src/server/metrics/change-counters.ts";
import { RequestCounters } from "../../../src/server/metrics/request-counters.ts";
import { serverMetrics } from "../../../src/server/metrics/server-metrics.ts";
import { Durations } from "../../../src/storage/durations.ts";
import { samplesOf } from "./samples.ts";

type MetricSources = Parameters<typeof serverMetrics>[0];

function sources(changed: Partial<MetricSources> = {}): MetricSources {
  return {
    version: "1.2.3",
    now: () => 1_000_000,
    process: {
      cpuUsage: () => ({ user: 1_500_000, system: 500_000 }),
      memoryUsage: () => ({ rss: 100, heapUsed: 50 }),
      uptime: () => 400,
    },
    requests: new RequestCounters(),
    changes: new ChangeCounters(),
    commits: { durations: new Durations(), failed: 0 },
    evaluations: () => 0,
    writerWaiting: () => 0,
    streams: () => [["changes", 3]],
    snapshots: () => 0,
    webhooks: {
      state: () => emptyState,
      tries: () => new Map(),
      losses: () => 0,
      now: () => 1_000_000,
    },
    databaseFiles: async () => [],
    ...changed,
  };
}

async function scraped(all: MetricSources): Promise<Map<string, number>> {
  return samplesOf(await serverMetrics(all).metrics());
}

test("values are read from their sources at each scrape", async () => {
  const changes = new ChangeCounters();
  const commits = { durations: new Durations(), failed: 2 };
  let evaluations = 1;
  const registry = serverMetrics(
    sources({
      changes,
      commits,
      evaluations: () => evaluations,
      writerWaiting: () => 4,
      streams: () => [["changes", 3]],
      snapshots: () => 5,
      databaseFiles: async () => [{ name: "gatehouse.db", bytes: 4096 }],
    }),
  );
  const audit = {
    environmentId: 1,
    actor: { type: "Token", id: "1" },
    action: "enable_actor",
    featureKey: "search",
    value: "User;1",
    createdAt: 0,
  } as const;
  changes.count([{ kind: "audit.recorded", audit }]);
  commits.durations.add(2_000_000);
  await registry.metrics();
  evaluations = 300;
  const samples = samplesOf(await registry.metrics());
  for (const [series, value] of Object.entries({
    'gatehouse_changes_total{action="enable_actor"}': 1,
    'gatehouse_changes_total{action="clear"}': 0,
    gatehouse_evaluations_total: 300,
    gatehouse_writer_waiting: 4,
    gatehouse_snapshots: 5,
    gatehouse_commits_failed_total: 2,
    gatehouse_commit_duration_seconds_count: 1,
    gatehouse_commit_duration_seconds_sum: 0.002,
    'gatehouse_commit_duration_seconds_bucket{le="0.001"}': 0,
    'gatehouse_commit_duration_seconds_bucket{le="0.0025"}': 1,
    'gatehouse_commit_duration_seconds_bucket{le="+Inf"}': 1,
    'gatehouse_database_bytes{file="gatehouse.db"}': 4096,
    'gatehouse_build_info{version="1.2.3"}': 1,
    process_cpu_seconds_total: 2,
    process_resident_memory_bytes: 100,
    process_heap_bytes: 50,
    process_start_time_seconds: 600,
  })) {
    expect([series, samples.get(series)]).toEqual([series, value]);
  }
});

test("requests count by route, and their buckets are cumulative", async () => {
  const requests = new RequestCounters();
  requests.count("/adapter/features", "GET", 200, 1_000);
  requests.count("/adapter/features", "GET", 304, 60_000);
  requests.count("", "GET", 404, 60_000_000_000);
  const samples = await scraped(sources({ requests }));
  const route = 'route="/adapter/features",method="GET"';
  for (const [series, value] of Object.entries({
    [`requests_total{${route},status="200"}`]: 1,
    [`requests_total{${route},status="304"}`]: 1,
    'requests_total{route="none",method="GET",status="404"}': 1,
    [`request_duration_seconds_bucket{${route},le="0.00005"}`]: 1,
    [`request_duration_seconds_bucket{${route},le="0.0001"}`]: 2,
    [`request_duration_seconds_bucket{${route},le="+Inf"}`]: 2,
    [`request_duration_seconds_count{${route}}`]: 2,
    [`request_duration_seconds_sum{${route}}`]: 0.000061,
    'request_duration_seconds_bucket{route="none",method="GET",le="30"}': 0,
    'request_duration_seconds_bucket{route="none",method="GET",le="+Inf"}': 1,
  })) {
    const name = `gatehouse_http_${series}`;
    expect([name, samples.get(name)]).toEqual([name, value]);
  }
});

const telemetry = {
  submissions: 1,
  duplicates: 2,
  refused: 3,
  unavailable: 4,
  metrics: 5,
  droppedKeyTooLong: 6,
  droppedTimeOutOfRange: 7,
  droppedUnknownKey: 8,
  outcomes: 15,
  droppedOutcomes: 16,
  clamped: 14,
  commits: 9,
  commitMs: 10,
  workerRestarts: 11,
  waiting: 12,
  waitingBytes: 13,
};

test("telemetry metrics exist only on a server with telemetry", async () => {
  const samples = await scraped(sources({ telemetry: () => telemetry }));
  const found = [...samples].filter(([series]) => series.startsWith("gatehouse_telemetry_"));
  expect(Object.fromEntries(found)).toEqual({
    'gatehouse_telemetry_submissions_total{outcome="accepted"}': 1,
    'gatehouse_telemetry_submissions_total{outcome="duplicate"}': 2,
    'gatehouse_telemetry_submissions_total{outcome="refused"}': 3,
    'gatehouse_telemetry_submissions_total{outcome="unavailable"}': 4,
    gatehouse_telemetry_metrics_total: 5,
    'gatehouse_telemetry_dropped_total{reason="key_too_long"}': 6,
    'gatehouse_telemetry_dropped_total{reason="time_out_of_range"}': 7,
    'gatehouse_telemetry_dropped_total{reason="unknown_key"}': 8,
    'gatehouse_telemetry_outcomes_total{result="counted"}': 15,
    'gatehouse_telemetry_outcomes_total{result="dropped"}': 16,
    gatehouse_telemetry_clamped_counts_total: 14,
    gatehouse_telemetry_commits_total: 9,
    gatehouse_telemetry_commit_seconds_total: 0.01,
    gatehouse_telemetry_worker_restarts_total: 11,
    gatehouse_telemetry_waiting: 12,
    gatehouse_telemetry_waiting_bytes: 13,
  });
  const without = await scraped(sources());
  expect([...without.keys()].filter((series) => series.includes("telemetry"))).toEqual([]);
});

test("every metric has a help text, and is a counter exactly if its name ends in _total", async () => {
  const text = await serverMetrics(sources({ telemetry: () => telemetry })).metrics();
  const types = [...text.matchAll(/^# TYPE (?<name>\S+) (?<type>\S+)$/gm)];
  expect(types.length).toBeGreaterThan(15);
  for (const { groups } of types) {
    const { name = "", type } = groups ?? {};
    expect(text).toContain(`# HELP ${name} `);
    expect([name, type === "counter"]).toEqual([name, name.endsWith("_total")]);
  }
});
