import { type BenchTools, startAnswerCeiling } from "../bench-tools.ts";
import { exchange } from "../exchange.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { requestAt, sameGet } from "../load/request-pattern.ts";
import { interleave, LoadedServer, type Measurement, type Side } from "../measure.ts";
import { compared, type Outcome, type Promised } from "../outcome.ts";
import type { Running } from "../processes.ts";
import { expectSame } from "../refused.ts";
import { median } from "../statistics.ts";

/** Readers that wait between requests: pollers, not a load of their own. */
const pollers = 8;
const pauseMs = 5;
/** Ours is warm from what it did before. */
const warmUpRounds = 0;

export const readersUnderLoad: Promised = {
  scenario: "p99 of GET /features under full telemetry to without",
  unit: "ms",
  floor: 3,
  aim: 1.5,
  isAtMost: true,
};
const besideLoad: Promised = {
  ...readersUnderLoad,
  scenario: "p99 of a bare server beside it, under the same to without",
  floor: null,
  aim: null,
};

/**
 * What a full load of submissions does to those who read; and, in the same rounds, what it does to
 * readers of a bare server in a process of its own, that has nothing to do with it but shares the
 * processors: so much of it is the machine's.
 */
export async function measureReaders(
  tools: BenchTools,
  gatehouse: Gatehouse,
  load: Side,
): Promise<readonly Outcome[]> {
  const requests = sameGet(`${apiPrefix}/features`, authorized);
  const expected = await exchange(gatehouse.origin, requestAt(requests, 0));
  const bare = await startAnswerCeiling(tools, expected, "plain");
  const readersOf = (server: Gatehouse | Running) =>
    new LoadedServer({
      generator: tools.generator,
      server,
      requests: () => requests,
      connections: pollers,
      durationSeconds: tools.roundSeconds,
      pauseMs,
      answerBytes: expected.byteCount,
      check: async () =>
        expectSame(
          await exchange(server.origin, requestAt(requests, 0)),
          expected,
          "GET /features under telemetry",
        ),
    });
  const [ours, theirs] = [readersOf(gatehouse), readersOf(bare)];
  const [without = [], under = [], bareWithout = [], bareUnder = []] = await interleave(
    [ours, underLoad(ours, load), theirs, underLoad(theirs, load)],
    tools.rounds,
    warmUpRounds,
  );
  await bare.stop();
  return [
    comparedP99(readersUnderLoad, under, without),
    comparedP99(besideLoad, bareUnder, bareWithout),
  ];
}

function underLoad(readers: Side, load: Side): Side {
  return {
    async measure(round) {
      const [reads] = await Promise.all([readers.measure(round), load.measure(round)]);
      return reads;
    },
  };
}

function comparedP99(
  promised: Promised,
  under: readonly Measurement[],
  without: readonly Measurement[],
): Outcome {
  const p99s = (rounds: readonly Measurement[]) => rounds.map(({ p99Ms }) => p99Ms ?? Number.NaN);
  const [ours, ceiling] = [median(p99s(under)), median(p99s(without))];
  return {
    ...compared(promised, under, without),
    ours,
    ceiling,
    // A generator that counts in whole milliseconds may see none.
    ratio: ceiling === 0 ? null : ours / ceiling,
    processorRatio: null,
    note: `${pollers} readers, ${pauseMs} ms between requests`,
  };
}
