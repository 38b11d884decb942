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

const many = 64;
const few = 16;
const fewOfThree = 3 * few;
const warmUpRounds = 3;
/**
 * Servers write for so long before they are measured, as else they would still compile their code.
 * Each of three gets about a third of the writes of one, so that all have made equally many.
 */
const warmUpSecondsOfThree = 20;
const warmUpSecondsOfOne = 7;
const percentageMin = 10;
/** Servers that write at the same time write other percentages, so that every write changes a value. */
const percentagesEach = 22;

/**
 * Compares durable, audited gate writes of a server with a data directory, of one that is alone on a
 * shared database, and of three that share one. Three are compared with one that has as many clients
 * as each of them, and with one that has all their clients. Then it kills servers; there must be an
 * audit for each answer, and the gates must have the values of the audits.
 */
export async function measureSharedWrites(
  tools: BenchTools,
  { sqlite, node, trio }: ClusterServers,
): Promise<readonly Outcome[]> {
  const sideOf = (
    server: Gatehouse,
    connections: number,
    nth: number,
    durationSeconds = tools.roundSeconds,
  ) => {
    const requests = gateWriteRequests(percentageMin + nth * percentagesEach, percentagesEach);
    return new LoadedServer({
      ...{ generator: tools.generator, server, connections, requests: () => requests },
      durationSeconds,
      // The check of one of three would read what another has just written.
      check: () => (trio.includes(server) ? Promise.resolve() : expectWritten(server.origin, true)),
    });
  };
  const alone = [many, few, fewOfThree].map((count, nth) => sideOf(node, count, nth));
  const oneOfThree = sideOf(trio[0], fewOfThree, trio.length);
  const eachFew = trio.map((server, nth) => sideOf(server, few, nth));
  const eachMany = trio.map((server, nth) => sideOf(server, many, nth));
  const warmUpOfNode = sideOf(node, many, 0, warmUpSecondsOfOne);
  const warmUpOfTrio = trio.map((server, nth) => sideOf(server, many, nth, warmUpSecondsOfThree));
  const [auditsOfNode, auditsOfTrio] = [await countAudits(node), await countAudits(trio[0])];
  await sideOf(sqlite, many, 0, warmUpSecondsOfOne).measure(0);
  await warmUpOfNode.measure(0);
  await together(warmUpOfTrio).measure(0);
  const [
    theirs = [],
    one = [],
    oneFew = [],
    oneAll = [],
    oneOfThem = [],
    threeFew = [],
    three = [],
  ] = await interleave(
    [sideOf(sqlite, many, 0), ...alone, oneOfThree, together(eachFew), together(eachMany)],
    tools.rounds,
    warmUpRounds,
  );
  await expectEqual(trio);
  await expectKept(node, auditsOfNode + answersOf([warmUpOfNode, ...alone]));
  await expectKept(
    trio[0],
    auditsOfTrio + answersOf([oneOfThree, ...warmUpOfTrio, ...eachFew, ...eachMany]),
  );
  await expectEqual(trio);
  const unit = "writes/s";
  const beside = { unit, floor: 1, aim: 1.2 };
  const told = { unit, floor: null, aim: null };
  const row = (scenario: string) => ({ ...beside, scenario });
  return [
    compareRounds(
      { scenario: `gate write, ${many} at once, 1 node`, unit, floor: 0.6, aim: 1 },
      one,
      theirs,
    ),
    compareRounds(row(`${many} on each of 3 nodes, to ${many} on 1`), three, one),
    compareRounds(row(`${few} on each of 3 nodes, to ${few} on 1`), threeFew, oneFew),
    compareRounds({ ...told, scenario: `the same, to ${fewOfThree} on 1` }, threeFew, oneAll),
    compareRounds(
      { ...told, scenario: `the same, to ${fewOfThree} on one of the 3` },
      threeFew,
      oneOfThem,
    ),
  ];
}

function answersOf(sides: readonly LoadedServer[]): number {
  return sides.reduce((sum, { answerCount }) => sum + answerCount, 0);
}
