import type { BenchTools } from "../bench-tools.ts";
import type { Gatehouse } from "../gatehouse.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";
import {
  countAudits,
  expectKept,
  expectWritten,
  gateWriteRequests,
} from "../scenarios/gate-writes.ts";
import { type ClusterServers, expectEqual } from "./cluster-servers.ts";
import { together } from "./servers-together.ts";

const clients = 64;
const clientsEach = 16;
const percentageMin = 10;
/** Each server writes percentages of its own, so that every write changes a value. */
const percentagesEach = 30;

/**
 * Compares durable, audited gate writes of a server with a data directory, of one that is alone on a
 * shared database, and of three that share one. Then it kills servers; there must be an audit for
 * each answer, and the gates must have the values of the audits.
 */
export async function measureSharedWrites(
  tools: BenchTools,
  { sqlite, node, trio }: ClusterServers,
): Promise<readonly Outcome[]> {
  const sideOf = (server: Gatehouse, connections: number, nth: number) => {
    const isAlone = connections === clients;
    const requests = gateWriteRequests(percentageMin + nth * percentagesEach, percentagesEach);
    return new LoadedServer({
      ...{ generator: tools.generator, server, connections, requests: () => requests },
      durationSeconds: tools.roundSeconds,
      // The check of one of three would read what another has just written.
      check: () => (isAlone ? expectWritten(server.origin, true) : Promise.resolve()),
    });
  };
  const alone = sideOf(node, clients, 0);
  const three = trio.map((server, nth) => sideOf(server, clientsEach, nth));
  const [auditsOfNode, auditsOfTrio] = [await countAudits(node), await countAudits(trio[0])];
  const [theirs = [], one = [], all = []] = await interleave(
    [sideOf(sqlite, clients, 0), alone, together(three)],
    tools.rounds,
  );
  await expectEqual(trio);
  await expectKept(node, auditsOfNode + alone.answerCount);
  const answered = three.reduce((sum, { answerCount }) => sum + answerCount, 0);
  await expectKept(trio[0], auditsOfTrio + answered);
  await expectEqual(trio);
  const unit = "writes/s";
  const [oneName, allName] = [
    `gate write, ${clients} at once, 1 node`,
    `gate write, ${clientsEach} at once on each of 3 nodes`,
  ];
  return [
    compareRounds({ scenario: oneName, unit, floor: 0.6, aim: 1 }, one, theirs),
    compareRounds({ scenario: allName, unit, floor: 0.6, aim: 1 }, all, theirs),
    compareRounds({ scenario: "the same, to 1 node", unit, floor: 1, aim: 1.2 }, all, one),
  ];
}
