import { join } from "node:path";
import { type BenchTools, startCeiling } from "../bench-tools.ts";
import { exchange } from "../exchange.ts";
import { featureCount, featureKey, keyLength } from "../features.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { type RequestPattern, requestAt } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compared, type Outcome } from "../outcome.ts";
import { expectStatus, Refused } from "../refused.ts";

const connections = 16;
/** Percentages have two digits, for requests of fixed length; rounds take halves of them in turn. */
const percentageMin = 10;
const percentagesPerRound = 45;

/**
 * Durable, audited writes of a gate, 16 clients at once, each write a change, against a bare
 * server with the least SQL for it. Afterwards the process is killed, and what it answered must be
 * there: an audit for each answer, and the values the audits tell of.
 */
export async function measureGateWrites(
  tools: BenchTools,
  gatehouse: Gatehouse,
): Promise<readonly Outcome[]> {
  const patterns = [writes(percentageMin), writes(percentageMin + percentagesPerRound)] as const;
  const requests = (round: number) => patterns[round % 2 === 0 ? 0 : 1];
  const sample = await exchange(gatehouse.origin, requestAt(requests(1), 0));
  expectStatus(sample, 200, "a gate write");
  const answerPath = join(tools.directory, "write-answer");
  await Bun.write(answerPath, sample.body);
  const databasePath = join(tools.directory, "write-ceiling.db");
  const ceiling = await startCeiling(tools, "write-server", databasePath, answerPath);
  const sideOf = (server: Gatehouse | typeof ceiling) =>
    new LoadedServer({
      generator: tools.generator,
      server,
      requests,
      connections,
      durationSeconds: tools.roundSeconds,
      check: () => expectWritten(server.origin, server === gatehouse),
    });

  const auditsBefore = await countAudits(gatehouse);
  const oursSide = sideOf(gatehouse);
  const [ours = [], theirs = []] = await interleave([oursSide, sideOf(ceiling)], tools.rounds);
  await ceiling.stop();
  await expectKept(gatehouse, auditsBefore + oursSide.answerCount);
  const scenario = `gate write, ${connections} at once`;
  return [compared({ scenario, unit: "writes/s", floor: 1.5, aim: 4 }, ours, theirs)];
}

/** Every feature in turn gets the next of its percentages, so that no write repeats the last. */
function writes(firstPercentage: number): RequestPattern {
  const rows = Array.from({ length: featureCount * percentagesPerRound }, (_, row) => {
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

async function expectWritten(origin: string, isOurs: boolean): Promise<void> {
  for (const percentage of [7, 8]) {
    const answer = await exchange(origin, {
      method: "POST",
      path: `${apiPrefix}/features/${featureKey(0)}/percentage_of_actors`,
      headers: { ...authorized, "content-type": "application/x-www-form-urlencoded" },
      body: `percentage=${percentage}`,
    });
    expectStatus(answer, 200, "a gate write");
    const document: FeatureObject = JSON.parse(answer.body.toString());
    if (isOurs && percentageOf(document) !== percentage) {
      throw new Refused(`A write of ${percentage} was answered with ${percentageOf(document)}`);
    }
  }
}

async function expectKept(gatehouse: Gatehouse, auditsMin: number): Promise<void> {
  const before = await gatehouse.json<FeatureList>("/features");
  await gatehouse.killAndRestart();
  const auditCount = await countAudits(gatehouse);
  if (auditCount < auditsMin) {
    throw new Refused(`Of ${auditsMin} answered writes ${auditsMin - auditCount} left no audit`);
  }
  const after = await gatehouse.json<FeatureList>("/features");
  if (!Bun.deepEquals(before, after)) {
    throw new Refused("The features differ after the process was killed and started again");
  }
  for (const feature of after.features) {
    const page = await gatehouse.json<AuditPage>(`/audits?per_page=1&keys=${feature.key}`);
    const [newest] = page.audits;
    if (newest?.value !== String(percentageOf(feature))) {
      throw new Refused(
        `${feature.key} is at ${percentageOf(feature)}, but its last audit tells ${newest?.value}`,
      );
    }
  }
}

/** By looking for the last page that holds something: the API tells no total. */
async function countAudits(gatehouse: Gatehouse): Promise<number> {
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
