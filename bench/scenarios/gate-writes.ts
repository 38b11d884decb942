import { join } from "node:path";
import { sendRequest } from "../bench-http-client.ts";
import { type BenchTools, startCeiling } from "../bench-tools.ts";
import { BenchmarkError, expectStatus } from "../benchmark-error.ts";
import { featureCount, featureKey, keyLength, mixedFeatures } from "../benchmark-features.ts";
import { buildCommitsHere } from "../build-commits-here.ts";
import type { RunningServer } from "../child-processes.ts";
import { apiPrefix, authorized, Gatehouse } from "../gatehouse.ts";
import { type RequestPattern, requestAt } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";

export const writeConnections = 16;
/** Two digits, as requests have a fixed length. Even and odd rounds use different percentages. */
const percentageMin = 10;
const percentagesPerRound = 45;

/**
 * Compares durable, audited gate writes of 16 clients, each of which changes a value, with a bare
 * server that runs the least SQL for them, and with the same server with commits on the thread that
 * answers. Then it kills the process; there must be an audit for
 * each answer, and the gates must have the values of the audits.
 */
export async function measureGateWrites(
  tools: BenchTools,
  gatehouse: Gatehouse,
): Promise<readonly Outcome[]> {
  const patterns = [
    gateWriteRequests(percentageMin),
    gateWriteRequests(percentageMin + percentagesPerRound),
  ] as const;
  const requests = (round: number) => patterns[round % 2 === 0 ? 0 : 1];
  const sample = await sendRequest(gatehouse.origin, requestAt(requests(1), 0));
  expectStatus(sample, 200, "a gate write");
  const answerPath = join(tools.directory, "write-answer");
  await Bun.write(answerPath, sample.body);
  const databasePath = join(tools.directory, "write-ceiling.db");
  const ceiling = await startCeiling(tools, "write-server", databasePath, answerPath);
  const onThread = await startOnThread(tools);
  const sideOf = (server: Gatehouse | RunningServer) =>
    new LoadedServer({
      generator: tools.generator,
      server,
      requests,
      connections: writeConnections,
      durationSeconds: tools.roundSeconds,
      check: () => expectWritten(server.origin, server !== ceiling),
    });

  const auditsBefore = await countAudits(gatehouse);
  const oursSide = sideOf(gatehouse);
  const [ours = [], theirs = [], here = []] = await interleave(
    [oursSide, sideOf(ceiling), sideOf(onThread)],
    tools.rounds,
  );
  await Promise.all([ceiling.stop(), onThread.stop()]);
  await expectKept(gatehouse, auditsBefore + oursSide.answerCount);
  const scenario = `gate write, ${writeConnections} at once`;
  const unit = "writes/s";
  const besideThread = `${scenario}, to commits on the main thread`;
  return [
    compareRounds({ scenario, unit, floor: 2.2, aim: 3 }, ours, theirs),
    compareRounds({ scenario: besideThread, unit, floor: 0.8, aim: 1 }, ours, here),
  ];
}

/** Starts the same server with the same features, and with commits on its main thread. */
async function startOnThread(tools: BenchTools): Promise<Gatehouse> {
  const executable = join(tools.directory, "commits-here");
  await buildCommitsHere(executable);
  const directory = join(tools.directory, "on-thread");
  const server = await Gatehouse.start(tools.processes, executable, directory);
  await server.import(mixedFeatures());
  return server;
}

/** Writes the next percentage of each feature in turn, so that every write changes a value. */
export function gateWriteRequests(
  firstPercentage: number,
  percentages = percentagesPerRound,
): RequestPattern {
  const rows = Array.from({ length: featureCount * percentages }, (_, row) => {
    const percentage = firstPercentage + Math.floor(row / featureCount);
    return featureKey(row % featureCount) + percentage;
  });
  return {
    method: "POST",
    headers: { ...authorized, "content-type": "application/x-www-form-urlencoded" },
    path: [`${apiPrefix}/features/`, "/percentage_of_actors"],
    body: ["percentage=", ""],
    widths: [keyLength, 2],
    rows: rows.join(""),
  };
}

export async function expectWritten(origin: string, isOurs: boolean): Promise<void> {
  for (const percentage of [7, 8]) {
    const answer = await sendRequest(origin, {
      method: "POST",
      path: `${apiPrefix}/features/${featureKey(0)}/percentage_of_actors`,
      headers: { ...authorized, "content-type": "application/x-www-form-urlencoded" },
      body: `percentage=${percentage}`,
    });
    expectStatus(answer, 200, "a gate write");
    const document: FeatureObject = JSON.parse(answer.body.toString());
    if (isOurs && percentageOf(document) !== percentage) {
      throw new BenchmarkError(
        `A write of ${percentage} was answered with ${percentageOf(document)}`,
      );
    }
  }
}

/** Kills the process; throws unless the answered writes are there after its next start. */
export async function expectKept(gatehouse: Gatehouse, auditsMin: number): Promise<void> {
  const before = await gatehouse.json<FeatureList>("/features");
  await gatehouse.killAndRestart();
  const auditCount = await countAudits(gatehouse);
  if (auditCount < auditsMin) {
    throw new BenchmarkError(
      `Of ${auditsMin} answered writes ${auditsMin - auditCount} left no audit`,
    );
  }
  const after = await gatehouse.json<FeatureList>("/features");
  if (!Bun.deepEquals(before, after)) {
    throw new BenchmarkError("The features differ after the process was killed and started again");
  }
  for (const feature of after.features) {
    const page = await gatehouse.json<AuditPage>(`/audits?per_page=1&keys=${feature.key}`);
    const [newest] = page.audits;
    if (newest?.value !== String(percentageOf(feature))) {
      throw new BenchmarkError(
        `${feature.key} is at ${percentageOf(feature)}, but its last audit tells ${newest?.value}`,
      );
    }
  }
}

/** Searches the last page that is not empty, as the API has no total. */
export async function countAudits(gatehouse: Gatehouse): Promise<number> {
  const hasPage = async (page: number) => {
    const { audits } = await gatehouse.json<AuditPage>(`/audits?per_page=1&page=${page}`);
    return audits.length > 0;
  };
  let absent = 1;
  while (await hasPage(absent)) {
    absent *= 2;
  }
  let present = absent >> 1;
  while (absent - present > 1) {
    const middle = (present + absent) >> 1;
    if (await hasPage(middle)) {
      present = middle;
    } else {
      absent = middle;
    }
  }
  return present;
}

interface AuditPage {
  readonly audits: readonly { readonly value: string | null }[];
}

interface FeatureList {
  readonly features: readonly FeatureObject[];
}

interface FeatureObject {
  readonly key: string;
  readonly gates: readonly { readonly key: string; readonly value: unknown }[];
}

function percentageOf(feature: FeatureObject): unknown {
  return feature.gates.find((gate) => gate.key === "percentage_of_actors")?.value;
}
