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
const clientsOfThree = 3 * clientsEach;
/** Code is compiled in each of five processes, of which some get a third of the writes. */
const warmUpRounds = 3;
const percentageMin = 10;
/** Each server writes percentages of its own, so that every write changes a value. */
const percentagesEach = 22;

/**
 * Compares durable, audited gate writes of a server with a data directory, of one that is alone on a
 * shared database, and of three that share one; these with one server that has all their clients,
 * alone or one of the three. Then it kills servers; there must be an audit for each answer, and the
 * gates must have the values of the audits.
 */
export async function measureSharedWrites(
  tools: BenchTools,
  { sqlite, node, trio }: ClusterServers,
): Promise<readonly Outcome[]> {
  const sideOf = (server: Gatehouse, connections: number, nth: number) => {
    const requests = gateWriteRequests(percentageMin + nth * percentagesEach, percentagesEach);
    return new LoadedServer({
      ...{ generator: tools.generator, server, connections, requests: () => requests },
      durationSeconds: tools.roundSeconds,
      // The check of one of three would read what another has just written.
      check: () => (trio.includes(server) ? Promise.resolve() : expectWritten(server.origin, true)),
    });
  };
  const alone = [clients, clientsOfThree].map((count, nth) => sideOf(node, count, nth));
  const three = trio.map((server, nth) => sideOf(server, clientsEach, nth));
  const oneOfThree = sideOf(trio[0], clientsOfThree, trio.length);
  const [auditsOfNode, auditsOfTrio] = [await countAudits(node), await countAudits(trio[0])];
  const [theirs = [], one = [], oneWithAll = [], oneOfThem = [], all = []] = await interleave(
    [sideOf(sqlite, clients, 0), ...alone, oneOfThree, together(three)],
    tools.rounds,
    warmUpRounds,
  );
  await expectEqual(trio);
  await expectKept(node, auditsOfNode + answersOf(alone));
  await expectKept(trio[0], auditsOfTrio + answersOf([oneOfThree, ...three]));
  await expectEqual(trio);
  const unit = "writes/s";
  const beside = { unit, floor: 1, aim: 1.2 };
  const [oneName, allName] = [
    `gate write, ${clients} at once, 1 node`,
    `gate write, ${clientsEach} at once on each of 3 nodes`,
  ];
  const besideAll = `the same, to 1 node with ${clientsOfThree}`;
  const besideOne = `the same, to ${clientsOfThree} at one of the 3`;
  return [
    compareRounds({ scenario: oneName, unit, floor: 0.6, aim: 1 }, one, theirs),
    compareRounds({ scenario: allName, unit, floor: 0.6, aim: 1 }, all, theirs),
    compareRounds({ scenario: besideAll, ...beside }, all, oneWithAll),
    compareRounds({ scenario: besideOne, ...beside }, all, oneOfThem),
  ];
}

function answersOf(sides: readonly LoadedServer[]): number {
  return sides.reduce((sum, { answerCount }) => sum + answerCount, 0);
}
