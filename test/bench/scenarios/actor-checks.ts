import { join } from "node:path";
import { type BenchTools, startAnswerCeiling } from "../bench-tools.ts";
import { type Exchanged, exchange } from "../exchange.ts";
import {
  type BenchFeature,
  featureCount,
  mixedFeatures,
  ruledFeatures,
  ruledProperties,
} from "../features.ts";
import { apiPrefix, authorized, Gatehouse } from "../gatehouse.ts";
import { type RequestPattern, requestAt } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compared, type Outcome } from "../outcome.ts";
import { expectSame, expectStatus, Refused } from "../refused.ts";
import { readConnections } from "./reads.ts";

const actorCount = 1_000_000;
const actorDigits = 8;
const probedRows = [0, 1, actorCount - 1];

/**
 * GET /actors/{flipper_id} over 100 features, another actor each time, against a bare server that
 * gives a body of that size; and the same over 100 features with expressions of ten conditions,
 * against the plain check.
 */
export async function measureActorChecks(
  tools: BenchTools,
  gatehouse: Gatehouse,
): Promise<readonly Outcome[]> {
  const ruled = await Gatehouse.start(
    tools.processes,
    tools.executable,
    join(tools.directory, "ruled"),
  );
  await ruled.import(ruledFeatures());
  const properties = encodeURIComponent(JSON.stringify(ruledProperties));
  const [plainChecks, ruledChecks] = [checks(""), checks(`?properties=${properties}`)];
  const sample = await exchange(gatehouse.origin, requestAt(plainChecks, 0));
  const ceiling = await startAnswerCeiling(tools, sample, "plain");

  const [ours = [], theirs = [], rules = []] = await interleave(
    [
      checkSide(tools, gatehouse, plainChecks, mixedFeatures(), sample.byteCount),
      new LoadedServer({
        ...common(tools, ceiling, plainChecks, sample.byteCount),
        check: async () =>
          expectSame(
            await exchange(ceiling.origin, requestAt(plainChecks, 0)),
            sample,
            "an actor check on the ceiling",
          ),
      }),
      checkSide(tools, ruled, ruledChecks, ruledFeatures(), sample.byteCount),
    ],
    tools.rounds,
  );
  await Promise.all([ceiling.stop(), ruled.stop()]);
  const unit = "requests/s";
  return [
    compared({ scenario: "actor check", unit, floor: 0.5, aim: 0.8 }, ours, theirs),
    compared(
      { scenario: "actor check, 10 conditions each, to plain", unit, floor: null, aim: null },
      rules,
      ours,
    ),
  ];
}

function checks(query: string): RequestPattern {
  const rows = Array.from({ length: actorCount }, (_, actor) =>
    String(actor).padStart(actorDigits, "0"),
  );
  return {
    method: "GET",
    headers: authorized,
    path: [`${apiPrefix}/actors/User;`, query],
    body: [],
    widths: [actorDigits],
    rows: rows.join(""),
  };
}

function common(
  tools: BenchTools,
  server: { readonly pid: number; readonly origin: string },
  requests: RequestPattern,
  answerBytes: number,
) {
  return {
    generator: tools.generator,
    server,
    requests: () => requests,
    connections: readConnections,
    durationSeconds: tools.roundSeconds,
    answerBytes,
    // `true` and `false` differ by one byte for each feature.
    answerBytesSpread: featureCount,
    sendsRowsOnce: true,
  };
}

function checkSide(
  tools: BenchTools,
  gatehouse: Gatehouse,
  requests: RequestPattern,
  features: readonly BenchFeature[],
  answerBytes: number,
): LoadedServer {
  return new LoadedServer({
    ...common(tools, gatehouse, requests, answerBytes),
    check: async () => {
      for (const row of probedRows) {
        const answer = await exchange(gatehouse.origin, requestAt(requests, row));
        expectChecked(answer, row, features);
      }
    },
  });
}

/** Throws unless every feature is answered, and each that has one right answer has that. */
function expectChecked(answer: Exchanged, row: number, features: readonly BenchFeature[]): void {
  expectStatus(answer, 200, "an actor check");
  const document: { flipper_id: string; features: Record<string, { enabled: boolean }> } =
    JSON.parse(answer.body.toString());
  const actor = `User;${String(row).padStart(actorDigits, "0")}`;
  const wrong = features.filter(({ key, expected }) => {
    const enabled = document.features[key]?.enabled;
    return typeof enabled !== "boolean" || (expected ?? enabled) !== enabled;
  });
  if (
    document.flipper_id !== actor ||
    Object.keys(document.features).length !== features.length ||
    wrong.length > 0
  ) {
    const keys = wrong.map(({ key }) => key);
    throw new Refused(`The check of ${actor} was answered wrongly for: ${keys.join(", ")}`);
  }
}
