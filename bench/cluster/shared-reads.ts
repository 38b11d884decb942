import { sendRequest } from "../bench-http-client.ts";
import type { BenchTools } from "../bench-tools.ts";
import { BenchmarkError, expectStatus } from "../benchmark-error.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { requestAt, sameGet } from "../load/request-pattern.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";
import { readConnections } from "../scenarios/feature-list-reads.ts";
import { type ClusterServers, expectEqual } from "./cluster-servers.ts";

/** A replica tells the age of its data in a header, whose length can change. */
const ageDigitsSpread = 2;

/** Compares the list of 100 features on a node and on a replica with a server of a data directory. */
export async function measureSharedReads(
  tools: BenchTools,
  { sqlite, node, replica }: ClusterServers,
): Promise<readonly Outcome[]> {
  await expectEqual([sqlite, node, replica]);
  const requests = sameGet(`${apiPrefix}/features`, authorized);
  const sideOf = async (server: Gatehouse) => {
    const expected = await sendRequest(server.origin, requestAt(requests, 0));
    return new LoadedServer({
      ...{ generator: tools.generator, server, requests: () => requests },
      connections: readConnections,
      durationSeconds: tools.roundSeconds,
      answerBytes: expected.byteCount,
      answerBytesSpread: ageDigitsSpread,
      check: async () => {
        const answer = await sendRequest(server.origin, requestAt(requests, 0));
        expectStatus(answer, 200, "a read");
        if (!answer.body.equals(expected.body)) {
          throw new BenchmarkError("A read was answered with another body");
        }
      },
    });
  };
  const sides = [await sideOf(sqlite), await sideOf(node), await sideOf(replica)];
  const [theirs = [], onNode = [], onReplica = []] = await interleave(sides, tools.rounds);
  // The server with a data directory has no replica that takes processor time from what follows.
  await replica.stop();
  const promised = { unit: "requests/s", floor: 0.9, aim: 1 };
  return [
    compareRounds({ scenario: "GET /features on a node", ...promised }, onNode, theirs),
    compareRounds({ scenario: "GET /features on a replica", ...promised }, onReplica, theirs),
  ];
}
