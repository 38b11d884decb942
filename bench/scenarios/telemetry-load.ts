import { sendRequest } from "../bench-http-client.ts";
import { type BenchTools, runParseLoop } from "../bench-tools.ts";
import { BenchmarkError, expectSame, expectStatus } from "../benchmark-error.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { type RequestPattern, requestAt } from "../load/request-pattern.ts";
import {
  interleave,
  LoadedServer,
  type Measurement,
  type RowRange,
  type Side,
} from "../measure.ts";
import {
  compareRounds,
  type Outcome,
  type PerformancePromise,
  unavailableOutcome,
} from "../scenario-outcome.ts";
import {
  createSubmissions,
  metricsPerSubmission,
  type Submissions,
  submissionBody,
} from "../telemetry-submissions.ts";
import { measureReaders, readersUnderLoad } from "./reads-under-telemetry.ts";

/** Enough that the worker never waits for submissions, also during a long commit. */
export const submitters = 32;
/** More than a run can send; a run that needs more ends with an error. */
const submissionsMax = 600_000;

const intake: PerformancePromise = {
  scenario: `telemetry, ${metricsPerSubmission} metrics a submission`,
  unit: "metrics/s",
  floor: 0.5,
  aim: 0.75,
};

/**
 * Compares committed submissions with the number that one thread can decompress and parse, and
 * measures readers under full load of submissions. Then it kills the process; the summary must have
 * every evaluation once.
 */
export async function measureTelemetry(
  tools: BenchTools,
  gatehouse: Gatehouse,
): Promise<readonly Outcome[]> {
  const submissions = createSubmissions({
    count: submissionsMax,
    namespace: 1,
    timeSeconds: Math.floor(Date.now() / 60_000) * 60,
    path: `${apiPrefix}/telemetry`,
    headers: authorized,
  });
  const first = await sendRequest(
    gatehouse.origin,
    requestAt(submissions.pattern, submissionsMax - 1),
  );
  if (first.status === 404) {
    return [
      unavailableOutcome(intake, "no route"),
      unavailableOutcome(readersUnderLoad, "no route"),
    ];
  }
  expectStatus(first, 202, "a submission");
  const telemetry = new LoadedServer({
    generator: tools.generator,
    server: gatehouse,
    requests: () => submissions.pattern,
    connections: submitters,
    durationSeconds: tools.roundSeconds,
    answerBytes: first.byteCount,
    sendsRowsOnce: true,
    // A repeated submission has the same answer, and counts once.
    check: async () =>
      expectSame(
        await sendRequest(gatehouse.origin, requestAt(submissions.pattern, submissionsMax - 1)),
        first,
        "a repeated submission",
      ),
  });
  const [ours = [], theirs = []] = await interleave([telemetry, parseLoop(tools)], tools.rounds);
  const readers = await measureReaders(tools, gatehouse, telemetry);
  await gatehouse.killAndRestart();
  await repeatUnanswered(gatehouse, submissions.pattern, telemetry.ranges);
  const rows = telemetry.ranges.reduce((sum, { first: start, end }) => sum + end - start, 0);
  await expectCounted(gatehouse, submissions, rows + 1);
  return [compareRounds(intake, ours.map(inMetrics), theirs.map(inMetrics)), ...readers];
}

export function inMetrics(measurement: Measurement): Measurement {
  return { ...measurement, ratePerSecond: measurement.ratePerSecond * metricsPerSubmission };
}

function parseLoop(tools: BenchTools): Side {
  return {
    async measure() {
      const result: { submissionCount: number; elapsedMs: number; usedMs: number } = JSON.parse(
        await runParseLoop(tools),
      );
      return {
        ratePerSecond: (result.submissionCount / result.elapsedMs) * 1_000,
        p50Ms: undefined,
        p99Ms: undefined,
        processorMicroseconds: (result.usedMs * 1_000) / result.submissionCount,
      };
    },
  };
}

/** How many rows at the start and at the end of a load may have been sent but not answered. */
const unansweredMax = 512;

/**
 * Repeats the submissions that may not have been answered, as a client would. Then every row of
 * every load was sent at least once, so the expected count is known exactly.
 */
export async function repeatUnanswered(
  gatehouse: Gatehouse,
  pattern: RequestPattern,
  ranges: readonly RowRange[],
): Promise<void> {
  for (const { first, end } of ranges) {
    for (let row = first; row < end; row++) {
      if (row === first + unansweredMax) {
        row = Math.max(row, end - unansweredMax);
      }
      await repeat(gatehouse, pattern, row);
    }
  }
}

async function repeat(gatehouse: Gatehouse, pattern: RequestPattern, row: number): Promise<void> {
  const { method, path, headers } = pattern;
  const response = await fetch(gatehouse.origin + (path[0] ?? ""), {
    method,
    headers,
    body: Uint8Array.from(submissionBody(pattern, row)),
  });
  await response.bytes();
  if (response.status !== 202) {
    throw new BenchmarkError(`A repeated submission was answered ${response.status}`);
  }
}

export async function expectCounted(
  gatehouse: Gatehouse,
  { evaluationCount }: Submissions,
  submissionCount: number,
): Promise<void> {
  const { features } = await gatehouse.json<Summary>("/telemetry/summary?days=1");
  const total = features.reduce((sum, feature) => sum + feature.summary.total, 0);
  if (total !== submissionCount * evaluationCount) {
    throw new BenchmarkError(
      `The summary has ${total / evaluationCount} submissions, not ${submissionCount}`,
    );
  }
}

interface Summary {
  readonly features: readonly { readonly summary: { readonly total: number } }[];
}
