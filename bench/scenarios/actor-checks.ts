import { join } from "node:path";
import { type HttpAnswer, sendRequest } from "../bench-http-client.ts";
import { type BenchTools, startAnswerCeiling } from "../bench-tools.ts";
import { BenchmarkError, expectSame, expectStatus } from "../benchmark-error.ts";
import {
  type BenchFeature,
  expressionFeatures,
  expressionProperties,
  featureCount,
  mixedFeatures,
} from "../benchmark-features.ts";
import { apiPrefix, authorized, Gatehouse } from "../gatehouse.ts";
import { type RequestPattern, requestAt } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";
import { readConnections } from "./feature-list-reads.ts";

const actorCount = 1_000_000;
const actorDigits = 8;
const probedRows = [0, 1, actorCount - 1];

/**
 * Compares GET /actors/{flipper_id} for 100 features, with another actor in each request, with a
 * bare server that sends a body of the same size; and the same for 100 features with expressions of
 * ten conditions with the former.
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
  await ruled.import(expressionFeatures());
  const properties = encodeURIComponent(JSON.stringify(expressionProperties));
  const [plainChecks, ruledChecks] = [
    actorCheckRequests(""),
    actorCheckRequests(`?properties=${properties}`),
  ];
  const sample = await sendRequest(gatehouse.origin, requestAt(plainChecks, 0));
  const ceiling = await startAnswerCeiling(tools, sample, "plain");

  const [ours = [], theirs = [], rules = []] = await interleave(
    [
      checkSide(tools, gatehouse, plainChecks, mixedFeatures(), sample.byteCount),
      new LoadedServer({
        ...common(tools, ceiling, plainChecks, sample.byteCount),
        check: async () =>
          expectSame(
            await sendRequest(ceiling.origin, requestAt(plainChecks, 0)),
            sample,
            "an actor check on the ceiling",
          ),
      }),
      checkSide(tools, ruled, ruledChecks, expressionFeatures(), sample.byteCount),
    ],
    tools.rounds,
  );
  await Promise.all([ceiling.stop(), ruled.stop()]);
  const unit = "requests/s";
  return [
    compareRounds({ scenario: "actor check", unit, floor: 0.58, aim: 0.65 }, ours, theirs),
    compareRounds(
      { scenario: "actor check, 10 conditions each, to plain", unit, floor: null, aim: null },
      rules,
      ours,
    ),
  ];
}

export function actorCheckRequests(query: string): RequestPattern {
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
        const answer = await sendRequest(gatehouse.origin, requestAt(requests, row));
        expectChecked(answer, row, features);
      }
    },
  });
}

/** Throws unless every feature is in the answer, with the expected result where there is one. */
function expectChecked(answer: HttpAnswer, row: number, features: readonly BenchFeature[]): void {
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
    throw new BenchmarkError(`The check of ${actor} was answered wrongly for: ${keys.join(", ")}`);
  }
}
