import { sendRequest } from "../bench-http-client.ts";
import { BenchmarkError } from "../benchmark-error.ts";
import { featureKey } from "../benchmark-features.ts";
import { apiPrefix, authorized } from "../gatehouse.ts";
import type { PlainRequest } from "../load/request-pattern.ts";
import { gateWriteRequests } from "../scenarios/gate-writes.ts";
import { checkedKey, checkOne, evaluateAll, listFeatures, textOf } from "./peer-questions.ts";
import type { PeerQuestion } from "./peer-system.ts";

const evenPercentages = 10;
const oddPercentages = 55;

/** The questions of Flipper's API, which Gatehouse and Flipper answer at the same paths. */
export async function flipperApiQuestions(origin: string) {
  const checkAt = (query: string) => ({
    origin,
    request: (actor: string): PlainRequest => ({
      method: "GET",
      path: `${apiPrefix}/actors/${actor}${query}`,
      headers: authorized,
      body: "",
    }),
    results: actorResults,
  });
  return {
    list: await listFeatures(origin, `${apiPrefix}/features`, authorized, featureKeys),
    all: evaluateAll(checkAt("")),
    one: checkOne(checkAt(`?keys=${checkedKey}`)),
    change: gateWrites(origin),
  };
}

function featureKeys(document: string): readonly string[] {
  const { features }: { readonly features: readonly { readonly key: string }[] } =
    JSON.parse(document);
  return features.map(({ key }) => key);
}

function actorResults(document: string): ReadonlyMap<string, boolean> {
  const { features }: { readonly features: Readonly<Record<string, { enabled: boolean }>> } =
    JSON.parse(document);
  return new Map(Object.entries(features).map(([key, { enabled }]) => [key, enabled]));
}

interface Gates {
  readonly gates: readonly { readonly key: string; readonly value: unknown }[];
}

/** Percentages of actors, so that every write changes a value. */
function gateWrites(origin: string): PeerQuestion {
  const [even, odd] = [gateWriteRequests(evenPercentages), gateWriteRequests(oddPercentages)];
  const path = `${apiPrefix}/features/${featureKey(0)}`;
  const form = { ...authorized, "content-type": "application/x-www-form-urlencoded" };
  return {
    origin,
    requests: (round) => (round % 2 === 0 ? even : odd),
    check: async () => {
      for (const percentage of [7, 8]) {
        const body = `percentage=${percentage}`;
        const write = { method: "POST", path: `${path}/percentage_of_actors`, headers: form, body };
        textOf(await sendRequest(origin, { ...write, method: "POST" }), 200, "a gate write");
        const read = { method: "GET", path, headers: authorized, body: "" } as const;
        const { gates }: Gates = JSON.parse(textOf(await sendRequest(origin, read), 200, path));
        const value = gates.find(({ key }) => key === "percentage_of_actors")?.value;
        // Flipper answers with a text.
        if (Number(value) !== percentage) {
          throw new BenchmarkError(`After a write of ${percentage}, ${path} has ${value}`);
        }
      }
    },
  };
}
