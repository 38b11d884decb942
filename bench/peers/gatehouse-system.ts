import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { sendRequest } from "../bench-http-client.ts";
import { expectStatus } from "../benchmark-error.ts";
import { mixedFeatures } from "../benchmark-features.ts";
import { apiPrefix, authorized, Gatehouse, token } from "../gatehouse.ts";
import { requestAt } from "../load/request-pattern.ts";
import { createSubmissions } from "../telemetry-submissions.ts";
import { flipperApiQuestions } from "./flipper-api-questions.ts";
import {
  always,
  checkedKey,
  checkOne,
  evaluateAll,
  type PeerEvaluation,
} from "./peer-questions.ts";
import type { PeerQuestion, PeerSystem, PeerView } from "./peer-system.ts";

/** More than a run can send. */
const submissionsMax = 100_000;

/** The built executable, with a data directory. */
export const gatehouseSystem: PeerSystem = {
  name: "gatehouse",
  views: ["Gatehouse", "Gatehouse, OFREP"],
  missing: () => undefined,
  async start({ processes, executable, directory }) {
    const gatehouse = await Gatehouse.start(processes, executable, join(directory, "gatehouse"));
    await gatehouse.import(mixedFeatures());
    const { origin } = gatehouse;
    const questions = await flipperApiQuestions(origin);
    return {
      programs: `Gatehouse ${version}`,
      pids: [gatehouse.pid],
      views: [
        { name: "Gatehouse", questions: { ...questions, telemetry: submissions(origin) } },
        ofrep(origin),
      ],
      stop: () => gatehouse.stop(),
    };
  },
};

function submissions(origin: string): PeerQuestion {
  const { pattern } = createSubmissions({
    count: submissionsMax,
    namespace: 0,
    timeSeconds: Math.floor(Date.now() / 60_000) * 60,
    path: `${apiPrefix}/telemetry`,
    headers: authorized,
  });
  const last = requestAt(pattern, submissionsMax - 1);
  return {
    origin,
    requests: always(pattern),
    sendsRowsOnce: true,
    // A repeated submission has the same answer, and counts once.
    check: async () => expectStatus(await sendRequest(origin, last), 202, "a submission"),
  };
}

interface Flag {
  readonly key: string;
  readonly value: boolean;
}

function ofrep(origin: string): PeerView {
  return {
    name: "Gatehouse, OFREP",
    questions: {
      all: evaluateAll(ofrepEvaluation(origin, "")),
      one: checkOne(ofrepEvaluation(origin, `/${checkedKey}`)),
    },
  };
}

/** An evaluation over OFREP of all features, or of `/KEY`. */
export function ofrepEvaluation(origin: string, flag: string): PeerEvaluation {
  return {
    origin,
    request: (actor: string) => ({
      method: "POST",
      path: `/ofrep/v1/evaluate/flags${flag}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ context: { targetingKey: actor } }),
    }),
    results: (document: string) => {
      const answer: Flag | { readonly flags: readonly Flag[] } = JSON.parse(document);
      const flags = "flags" in answer ? answer.flags : [answer];
      return new Map(flags.map(({ key, value }) => [key, value]));
    },
  };
}
