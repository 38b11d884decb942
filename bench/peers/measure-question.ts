import type { LoadGenerator } from "../load/load-generator.ts";
import { interleave, LoadedServer, type Measurement } from "../measure.ts";
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

/** What answers a question, and what gives the load. */
export interface Asked {
  readonly generator: LoadGenerator;
  /** The processes whose time is counted with that of their children; the first is the server. */
  readonly pids: readonly number[];
}

/** One question under load: rounds in which new code is compiled, and then those that count. */
export async function measureQuestion(asked: Asked, question: PeerQuestion): Promise<PeerFigures> {
  const [measured = []] = await interleave([sideOf(asked, question)], rounds, warmUpRounds);
  return figuresOf(measured);
}

/** Two questions whose rounds take turns, so that other work on the machine meets both. */
export async function measureInTurns(
  asked: Asked,
  questions: readonly [PeerQuestion, PeerQuestion],
  roundsOfBoth: number,
): Promise<readonly [PeerFigures, PeerFigures]> {
  const sides = questions.map((question) => sideOf(asked, question));
  const [first = [], second = []] = await interleave(sides, roundsOfBoth, warmUpRounds);
  return [figuresOf(first), figuresOf(second)];
}

function sideOf({ generator, pids }: Asked, { origin, ...question }: PeerQuestion): LoadedServer {
  return new LoadedServer({
    ...question,
    generator,
    server: { pid: pids[0] ?? 0, origin },
    processorMs: () => treesProcessorMs(pids),
    connections,
    durationSeconds: roundSeconds,
    answerBytesSpread: headerSpread,
  });
}

function figuresOf(measured: readonly Measurement[]): PeerFigures {
  return {
    ratePerSecond: median(measured.map(({ ratePerSecond }) => ratePerSecond)),
    processorMicroseconds: medianIfAll(measured.map((round) => round.processorMicroseconds)),
    p50Ms: medianIfAll(measured.map(({ p50Ms }) => p50Ms)),
    p99Ms: medianIfAll(measured.map(({ p99Ms }) => p99Ms)),
  };
}
