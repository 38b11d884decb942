import { sendRequest } from "../bench-http-client.ts";
import type { BenchTools } from "../bench-tools.ts";
import { expectStatus } from "../benchmark-error.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { requestAt } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";
import {
  expectCounted,
  inMetrics,
  repeatUnanswered,
  submitters,
} from "../scenarios/telemetry-load.ts";
import { createSubmissions, metricsPerSubmission } from "../telemetry-submissions.ts";
import type { ClusterServers } from "./cluster-servers.ts";

/** More than a run can send; a run that needs more ends with an error. */
const submissionsMax = 200_000;

/**
 * So many clients keep both servers busy. With fewer, those of a server on PostgreSQL wait for its
 * commits, which go to another process and come back.
 */
const manySubmitters = 128;

/**
 * Compares committed submissions of telemetry with those of a server with a data directory, for some
 * clients and for many.
 */
export async function measureSharedTelemetry(
  tools: BenchTools,
  servers: ClusterServers,
): Promise<readonly Outcome[]> {
  const few = { connections: submitters, floor: null, aim: null };
  const many = { connections: manySubmitters, floor: 0.6, aim: 0.9 };
  const counted: Counted = new Map();
  return [
    await compareSubmissions(tools, servers, few, counted),
    await compareSubmissions(tools, servers, many, counted),
  ];
}

/** How many submissions each server has counted. */
type Counted = Map<Gatehouse, number>;

interface Comparison {
  readonly connections: number;
  readonly floor: number | null;
  readonly aim: number | null;
}

/** Kills both servers after the load; the summaries must have every evaluation once. */
async function compareSubmissions(
  tools: BenchTools,
  { sqlite, node }: ClusterServers,
  { connections, ...promise }: Comparison,
  counted: Counted,
): Promise<Outcome> {
  const submissions = createSubmissions({
    count: submissionsMax,
    // Each comparison has ids of its own, as a submission counts once.
    namespace: connections,
    timeSeconds: Math.floor(Date.now() / 60_000) * 60,
    path: `${apiPrefix}/telemetry`,
    headers: authorized,
  });
  const { pattern } = submissions;
  const last = requestAt(pattern, submissionsMax - 1);
  const sideOf = async (server: Gatehouse) => {
    const first = await sendRequest(server.origin, last);
    return new LoadedServer({
      ...{ generator: tools.generator, server, requests: () => pattern },
      connections,
      durationSeconds: tools.roundSeconds,
      answerBytes: first.byteCount,
      sendsRowsOnce: true,
      // A repeated submission has the same answer, and counts once.
      check: async () =>
        expectStatus(await sendRequest(server.origin, last), 202, "a repeated submission"),
    });
  };
  const sides = [await sideOf(sqlite), await sideOf(node)] as const;
  const [theirs = [], ours = []] = await interleave(sides, tools.rounds);
  for (const [server, { ranges }] of [
    [sqlite, sides[0]],
    [node, sides[1]],
  ] as const) {
    await server.killAndRestart();
    await repeatUnanswered(server, pattern, ranges);
    const rows = ranges.reduce((sum, { first, end }) => sum + end - first, 0);
    const all = (counted.get(server) ?? 0) + rows + 1;
    counted.set(server, all);
    await expectCounted(server, submissions, all);
  }
  const scenario = `telemetry on a node, ${metricsPerSubmission} metrics a submission, ${connections} clients`;
  return compareRounds(
    { scenario, unit: "metrics/s", ...promise },
    ours.map(inMetrics),
    theirs.map(inMetrics),
  );
}
