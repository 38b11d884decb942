import type { LoadGenerator } from "../load/load-generator.ts";
import { interleave, LoadedServer } from "../measure.ts";
import { median, medianIfAll } from "../statistics.ts";
import type { PeerQuestion } from "./peer-system.ts";
import type { PeerFigures } from "./peer-table.ts";
import { treesProcessorMs } from "./process-tree.ts";

const connections = 16;
const rounds = 3;
/** Enough that the code is compiled, also on a busy machine. */
const warmUpRounds = 2;
const roundSeconds = 1;
/** Headers with the state of a limit of rates have different lengths. */
const headerSpread = 64;

/** One question under load: rounds in which new code is compiled, and then those that count. */
export async function measureQuestion(
  generator: LoadGenerator,
  pids: readonly number[],
  { origin, ...question }: PeerQuestion,
): Promise<PeerFigures> {
  const side = new LoadedServer({
    ...question,
    generator,
    // The first process is that of the server.
    server: { pid: pids[0] ?? 0, origin },
    processorMs: () => treesProcessorMs(pids),
    connections,
    durationSeconds: roundSeconds,
    answerBytesSpread: headerSpread,
  });
  const [measured = []] = await interleave([side], rounds, warmUpRounds);
  return {
    ratePerSecond: median(measured.map(({ ratePerSecond }) => ratePerSecond)),
    processorMicroseconds: medianIfAll(measured.map((round) => round.processorMicroseconds)),
    p50Ms: medianIfAll(measured.map(({ p50Ms }) => p50Ms)),
    p99Ms: medianIfAll(measured.map(({ p99Ms }) => p99Ms)),
  };
}
