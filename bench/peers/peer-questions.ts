import { type HttpAnswer, sendRequest } from "../bench-http-client.ts";
import { BenchmarkError, expectStatus } from "../benchmark-error.ts";
import { type BenchFeature, featureKey, mixedFeatures } from "../benchmark-features.ts";
import { type PlainRequest, type RequestPattern, sameGet } from "../load/request-pattern.ts";
import type { PeerQuestion } from "./peer-system.ts";

/** More than a run can send. */
const actorCount = 400_000;
const actorDigits = 8;
const rows = Array.from({ length: actorCount }, (_, actor) =>
  String(actor).padStart(actorDigits, "0"),
).join("");
/** No request contains it otherwise. */
const actorMark = "ACTORACTOR";

/** The feature of `one`: its gates name five actors. */
export const checkedKey = featureKey(4);
const namedActor = "User;4000";
const otherActors = ["User;00000000", "User;00399999"];

/** An evaluation for an actor, and the results in its answer. */
export interface PeerEvaluation {
  readonly origin: string;
  readonly request: (actor: string) => PlainRequest;
  /** The results by key. A disabled feature may be missing in answers of enabled features only. */
  readonly results: (document: string) => ReadonlyMap<string, boolean>;
  readonly hasEnabledOnly?: boolean;
}

/** Evaluates all features, for another actor in each request. */
export function evaluateAll(
  evaluation: PeerEvaluation,
  features: readonly BenchFeature[] = mixedFeatures(),
): PeerQuestion {
  return {
    origin: evaluation.origin,
    requests: always(patternOf(evaluation)),
    sendsRowsOnce: true,
    check: async () => {
      for (const actor of otherActors) {
        expectResults(await resultsFor(evaluation, actor), evaluation, features, actor);
      }
    },
  };
}

/** Checks `checkedKey`, for another actor in each request. */
export function checkOne(evaluation: PeerEvaluation): PeerQuestion {
  return {
    origin: evaluation.origin,
    requests: always(patternOf(evaluation)),
    sendsRowsOnce: true,
    check: async () => {
      for (const actor of [namedActor, ...otherActors]) {
        const results = await resultsFor(evaluation, actor);
        const isEnabled = results.get(checkedKey);
        if (results.size !== 1 || isEnabled !== (actor === namedActor)) {
          throw new BenchmarkError(`The check of ${checkedKey} for ${actor} is ${isEnabled}`);
        }
      }
    },
  };
}

/** Lists all features. `keys` reads their keys from an answer. */
export async function listFeatures(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  keys: (document: string) => readonly string[],
): Promise<PeerQuestion> {
  const get = { method: "GET", path, headers, body: "" } as const;
  const sample = await sendRequest(origin, get);
  return {
    origin,
    requests: always(sameGet(path, headers)),
    answerBytes: sample.byteCount,
    check: async () => {
      const listed = keys(textOf(await sendRequest(origin, get), 200, path));
      const wanted = mixedFeatures().map(({ key }) => key);
      if (!Bun.deepEquals(listed.toSorted(), wanted.toSorted())) {
        throw new BenchmarkError(`${path} was answered with ${listed.length} other features`);
      }
    },
  };
}

export function always(pattern: RequestPattern): PeerQuestion["requests"] {
  return () => pattern;
}

/** The body of an answer. Throws unless it has the status. */
export function textOf(answer: HttpAnswer, status: number, what: string): string {
  expectStatus(answer, status, what);
  return answer.body.toString();
}

async function resultsFor({ origin, request, results }: PeerEvaluation, actor: string) {
  const plain = request(actor);
  return results(textOf(await sendRequest(origin, plain), 200, plain.path));
}

function expectResults(
  results: ReadonlyMap<string, boolean>,
  { hasEnabledOnly = false }: PeerEvaluation,
  features: readonly BenchFeature[],
  actor: string,
): void {
  const wrong = features.filter(({ key, expected }) => {
    const result = results.get(key) ?? (hasEnabledOnly ? false : undefined);
    return result === undefined || (expected ?? result) !== result;
  });
  if (wrong.length > 0 || results.size > features.length) {
    const keys = wrong.map(({ key }) => key).join(", ");
    throw new BenchmarkError(`The evaluation for ${actor} was answered wrongly for: ${keys}`);
  }
}

function patternOf({ request }: PeerEvaluation): RequestPattern {
  const { method, headers, path, body } = request(`User;${actorMark}`);
  return {
    method,
    headers,
    path: path.split(actorMark),
    body: body === "" ? [] : body.split(actorMark),
    widths: [actorDigits],
    rows,
  };
}
