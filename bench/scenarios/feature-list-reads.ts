import { sendRequest } from "../bench-http-client.ts";
import { type BenchTools, startAnswerCeiling } from "../bench-tools.ts";
import { expectSame, expectStatus } from "../benchmark-error.ts";
import type { RunningServer } from "../child-processes.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { requestAt, sameGet } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";

interface Read {
  readonly scenario: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly floor: number;
  readonly aim: number;
}

export const readConnections = 16;
/** The bare servers are warm, and Gatehouse gets its own warm-up round. */
const warmUpRounds = 0;

/**
 * Compares the forms of GET /features, warm, with a bare server that sends the same bytes and
 * headers.
 */
export async function measureReads(
  tools: BenchTools,
  gatehouse: Gatehouse,
): Promise<readonly Outcome[]> {
  const { headers } = await gatehouse.send({ path: "/features" });
  const outcomes: Outcome[] = [];
  for (const read of readsWith(headers.etag ?? "")) {
    outcomes.push(await measureRead(tools, gatehouse, read));
  }
  return outcomes;
}

function readsWith(etag: string): readonly Read[] {
  const common = { path: "/features", headers: {}, status: 200, floor: 0.85, aim: 1 };
  // Reading the headers of the request, which a bare server does not, is a large part of these.
  const small = { floor: 0.8, aim: 0.9 };
  return [
    { ...common, scenario: "GET /features" },
    {
      ...common,
      scenario: "GET /features, gzip",
      headers: { "accept-encoding": "gzip" },
      ...small,
    },
    {
      ...common,
      scenario: "GET /features, 304",
      headers: { "if-none-match": etag },
      status: 304,
      ...small,
    },
    {
      ...common,
      scenario: "GET /features?exclude_gate_names=true",
      path: "/features?exclude_gate_names=true",
    },
  ];
}

async function measureRead(tools: BenchTools, gatehouse: Gatehouse, read: Read): Promise<Outcome> {
  const requests = sameGet(apiPrefix + read.path, { ...authorized, ...read.headers });
  const expected = await sendRequest(gatehouse.origin, requestAt(requests, 0));
  expectStatus(expected, read.status, read.scenario);
  const plain = await startAnswerCeiling(tools, expected, "plain");
  const sideOf = (server: Gatehouse | RunningServer) =>
    new LoadedServer({
      generator: tools.generator,
      server,
      requests: () => requests,
      connections: readConnections,
      durationSeconds: tools.roundSeconds,
      answerBytes: expected.byteCount,
      check: async () =>
        expectSame(
          await sendRequest(server.origin, requestAt(requests, 0)),
          expected,
          `${read.scenario} on ${server === gatehouse ? "ours" : "a ceiling"}`,
        ),
    });
  const oursSide = sideOf(gatehouse);
  await oursSide.measure(0);
  const [ours = [], theirs = []] = await interleave(
    [oursSide, sideOf(plain)],
    tools.rounds,
    warmUpRounds,
  );
  await plain.stop();
  const { scenario, floor, aim } = read;
  return compareRounds({ scenario, unit: "requests/s", floor, aim }, ours, theirs);
}
