import { Database } from "bun:sqlite";
import { join } from "node:path";
import { sendRequest } from "../bench-http-client.ts";
import type { BenchTools } from "../bench-tools.ts";
import { BenchmarkError, expectSame, expectStatus } from "../benchmark-error.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { type RequestPattern, requestAt } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";
import {
  createOutcomeSubmissions,
  createSubmissions,
  metricsPerSubmission,
} from "../telemetry-submissions.ts";
import { repeatUnanswered, submitters } from "./telemetry-load.ts";

/** More than a run can send; a run that needs more ends with an error. */
const submissionsMax = 300_000;

/** Features with a rollout that goes on during the load, and the names that its guards watch. */
const watched = {
  keys: ["guarded_release_1", "guarded_release_2"],
  names: ["checkout", "login", "search", "slow_page", "signup"],
};

/**
 * Compares submissions of outcomes that guards watch with submissions of metrics to the same server.
 * Then it kills the process; telemetry.db must have every outcome once.
 */
export async function measureOutcomes(
  tools: BenchTools,
  gatehouse: Gatehouse,
): Promise<readonly Outcome[]> {
  const rollouts = await startRollouts(gatehouse);
  const set = { count: submissionsMax, headers: authorized };
  const outcomes = createOutcomeSubmissions(watched, {
    ...{ ...set, namespace: 2, path: `${apiPrefix}/gatehouse/outcomes` },
  });
  const metrics = createSubmissions({
    ...{ ...set, namespace: 3, path: `${apiPrefix}/telemetry` },
    timeSeconds: Math.floor(Date.now() / 60_000) * 60,
  });
  const sent = await submitting(tools, gatehouse, outcomes.pattern);
  const sides = [sent, await submitting(tools, gatehouse, metrics.pattern)];
  const [ours = [], theirs = []] = await interleave(sides, tools.rounds);
  await gatehouse.killAndRestart();
  await repeatUnanswered(gatehouse, outcomes.pattern, sent.ranges);
  const rows = sent.ranges.reduce((sum, { first, end }) => sum + end - first, 0);
  await gatehouse.restart();
  expectStored(tools, outcomes.total * (rows + 1));
  for (const id of rollouts) {
    await gatehouse.command("rollout", "stop", String(id), "--why", "measured");
  }
  const scenario = `outcomes, ${outcomes.outcomeCount} a submission, to telemetry, ${metricsPerSubmission} metrics a submission`;
  return [compareRounds({ scenario, unit: "submissions/s", floor: 0.9, aim: 1 }, ours, theirs)];
}

/** The server drops outcomes that no guard watches. Resolves with the ids of the rollouts. */
async function startRollouts(gatehouse: Gatehouse): Promise<readonly number[]> {
  const guards = watched.names.flatMap((name) => ["--guard", name]);
  const ids: number[] = [];
  for (const key of watched.keys) {
    await gatehouse.command("feature", "create", key);
    const plan = ["--steps", "50%/30d", ...guards, "--json"];
    const started: { readonly rollout: { readonly id: number } } = JSON.parse(
      await gatehouse.command("rollout", "start", key, ...plan),
    );
    ids.push(started.rollout.id);
  }
  return ids;
}

async function submitting(tools: BenchTools, server: Gatehouse, pattern: RequestPattern) {
  const last = requestAt(pattern, submissionsMax - 1);
  const first = await sendRequest(server.origin, last);
  expectStatus(first, 202, "a submission");
  return new LoadedServer({
    ...{ generator: tools.generator, server, requests: () => pattern },
    connections: submitters,
    durationSeconds: tools.roundSeconds,
    answerBytes: first.byteCount,
    sendsRowsOnce: true,
    // A repeated submission has the same answer, and counts once.
    check: async () =>
      expectSame(await sendRequest(server.origin, last), first, "a repeated submission"),
  });
}

/** The server keeps nothing in memory only, as each submission was answered after its commit. */
function expectStored({ directory }: BenchTools, expected: number): void {
  using database = new Database(join(directory, "data", "telemetry.db"), { readonly: true });
  const sums = database
    .query<{ total: number }, []>(
      "SELECT sum(total) AS total FROM (SELECT total FROM outcomes UNION ALL SELECT total FROM outcome_hours)",
    )
    .get();
  if (sums?.total !== expected) {
    throw new BenchmarkError(`${sums?.total} outcomes are stored, not ${expected}`);
  }
}
