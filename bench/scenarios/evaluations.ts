import { join } from "node:path";
import { sendRequest } from "../bench-http-client.ts";
import { type BenchTools, startAnswerCeiling } from "../bench-tools.ts";
import { BenchmarkError, expectSame, expectStatus } from "../benchmark-error.ts";
import { featureCount, featureKey, mixedFeatures } from "../benchmark-features.ts";
import { Gatehouse, token } from "../gatehouse.ts";
import { type RequestPattern, requestAt } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";
import { readConnections } from "./feature-list-reads.ts";

const actorCount = 1_000_000;
const actorDigits = 8;
const flagsPath = "/ofrep/v1/evaluate/flags";
/** The longest end of a flag is so much longer than the shortest one. */
const flagBytesSpread = 60;

interface Evaluated {
  readonly key: string;
  readonly value?: boolean;
}

/**
 * Compares evaluations over OFREP, of one feature and of 100, with another actor in each request, with
 * a bare server that reads the body as JSON and sends an answer of the same size. The server is one
 * of its own: evaluations are counted, and the counts of the other one must be those of submissions.
 */
export async function measureEvaluations(tools: BenchTools): Promise<readonly Outcome[]> {
  const directory = join(tools.directory, "evaluations");
  const gatehouse = await Gatehouse.start(tools.processes, tools.executable, directory);
  await gatehouse.import(mixedFeatures());
  // A feature with some actors, which none of these is.
  const key = featureKey(4);
  const outcomes = [
    await compare(tools, gatehouse, "evaluation over OFREP", `${flagsPath}/${key}`, (document) => {
      const flag: Evaluated = JSON.parse(document);
      return flag.key === key && flag.value === false;
    }),
    await compare(tools, gatehouse, "evaluation over OFREP, all 100", flagsPath, isWhole),
  ];
  await gatehouse.stop();
  return outcomes;
}

function isWhole(document: string): boolean {
  const { flags }: { readonly flags: readonly Evaluated[] } = JSON.parse(document);
  const values = new Map(flags.map(({ key, value }) => [key, value]));
  return (
    values.size === featureCount &&
    mixedFeatures().every(
      ({ key, expected }) =>
        typeof values.get(key) === "boolean" && (expected ?? values.get(key)) === values.get(key),
    )
  );
}

async function compare(
  tools: BenchTools,
  gatehouse: Gatehouse,
  scenario: string,
  path: string,
  isRight: (document: string) => boolean,
): Promise<Outcome> {
  const requests = evaluationRequests(path);
  const sample = await sendRequest(gatehouse.origin, requestAt(requests, 0));
  const ceiling = await startAnswerCeiling(tools, sample, "reading");
  const common = {
    generator: tools.generator,
    requests: () => requests,
    connections: readConnections,
    durationSeconds: tools.roundSeconds,
    answerBytes: sample.byteCount,
    answerBytesSpread: path === flagsPath ? featureCount * flagBytesSpread : flagBytesSpread,
    sendsRowsOnce: true,
  };
  const [ours = [], theirs = []] = await interleave(
    [
      new LoadedServer({
        ...common,
        server: gatehouse,
        check: async () => {
          const answer = await sendRequest(gatehouse.origin, requestAt(requests, actorCount - 1));
          expectStatus(answer, 200, scenario);
          if (!isRight(answer.body.toString())) {
            throw new BenchmarkError(`${scenario}: a wrong answer: ${answer.body.toString()}`);
          }
        },
      }),
      new LoadedServer({
        ...common,
        server: ceiling,
        check: async () =>
          expectSame(
            await sendRequest(ceiling.origin, requestAt(requests, 0)),
            sample,
            "an evaluation on the ceiling",
          ),
      }),
    ],
    tools.rounds,
  );
  await ceiling.stop();
  return compareRounds({ scenario, unit: "requests/s", floor: 0.5, aim: 0.8 }, ours, theirs);
}

/** Evaluations of all features unless another path is given, each for another actor. */
export function evaluationRequests(path: string = flagsPath): RequestPattern {
  const rows = Array.from({ length: actorCount }, (_, actor) =>
    String(actor).padStart(actorDigits, "0"),
  );
  return {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    path: [path],
    body: ['{"context":{"targetingKey":"User;1', '","plan":"pro"}}'],
    widths: [actorDigits],
    rows: rows.join(""),
  };
}
