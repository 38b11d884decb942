import { mixedFeatures } from "../benchmark-features.ts";
import { apiPrefix, type Gatehouse, token } from "../gatehouse.ts";
import type { Attack, Played, PreparedAttack } from "./attack.ts";
import { asForm, asJson, askUrl, type HostileAnswer } from "./hostile-client.ts";
import { probedKey } from "./probe.ts";

const requestsPerSecond = 200;
const durationSeconds = 3;
const clientCount = 64;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const gates = ["boolean", "groups", "actors", "percentage_of_actors", "percentage_of_time"];
const paths = [
  "/features",
  "/features/filled",
  ...[...gates, "expression", "clear"].map((action) => `/features/filled/${action}`),
  "/actors/User;1",
  "/audits",
  "/telemetry",
  "/telemetry/summary",
  "/environments",
  "/environments/999",
  "/import",
  "/nothing",
];
/** Bodies that routes accept, and bodies that they refuse for different reasons. */
const bodies = [
  { token, headers: asForm, body: "name=filled&flipper_id=User;1&percentage=4" },
  { token, headers: asForm, body: "%zz" },
  { token, headers: asJson, body: "{}" },
  { token, headers: asJson, body: "x".repeat(1_100_000) },
  { token, headers: { "content-type": "text/plain" }, body: "{}" },
  { token: undefined, headers: asJson, body: "{}" },
];
const mebibyte = 1_024 * 1_024;

/** /metrics needs no token, unless the server is told otherwise. */
export const metricsScrapes: readonly Attack[] = [
  attackOf(`/metrics at ${requestsPerSecond} requests a second`, playAtRate),
  attackOf(`/metrics, ${clientCount} clients at once`, playClients),
];

function attackOf(name: string, play: PreparedAttack["play"]): Attack {
  return {
    name,
    prepare: async (server) => {
      const [first] = mixedFeatures();
      await server.import([
        ...mixedFeatures(),
        ...(first === undefined ? [] : [{ ...first, key: probedKey }]),
      ]);
      return { answerBytesMax: mebibyte, warmUp: fillCounters, play };
    },
  };
}

/** The text has a line for each route, method and status that was answered. */
async function fillCounters(server: Gatehouse): Promise<void> {
  for (const method of methods) {
    await Promise.all(
      paths.flatMap((path) =>
        bodies.map(({ token, headers, body }) =>
          askUrl(`${server.origin}${apiPrefix}${path}`, {
            method,
            headers: {
              ...(token === undefined ? {} : { "flipper-cloud-token": token }),
              ...headers,
            },
            ...(method === "GET" ? {} : { body }),
          }),
        ),
      ),
    );
  }
}

async function playAtRate(server: Gatehouse): Promise<Played> {
  const asked: Promise<HostileAnswer>[] = [];
  const startMs = performance.now();
  const total = requestsPerSecond * durationSeconds;
  while (asked.length < total) {
    const due = ((performance.now() - startMs) * requestsPerSecond) / 1_000;
    while (asked.length < Math.min(due, total)) {
      asked.push(askUrl(`${server.origin}/metrics`));
    }
    await Bun.sleep(1);
  }
  return { answers: await Promise.all(asked) };
}

async function playClients(server: Gatehouse): Promise<Played> {
  const deadline = performance.now() + durationSeconds * 1_000;
  const byClient = await Promise.all(
    Array.from({ length: clientCount }, async () => {
      const answers: HostileAnswer[] = [];
      while (performance.now() < deadline) {
        answers.push(await askUrl(`${server.origin}/metrics`));
      }
      return answers;
    }),
  );
  return { answers: byClient.flat() };
}
