import { sendRequest } from "../bench-http-client.ts";
import { type BenchTools, startAnswerCeiling } from "../bench-tools.ts";
import { expectSame } from "../benchmark-error.ts";
import type { RunningServer } from "../child-processes.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { requestAt, sameGet } from "../load/request-pattern.ts";
import { interleave, LoadedServer, type Measurement, type Side } from "../measure.ts";
import { compareRounds, type Outcome, type PerformancePromise } from "../scenario-outcome.ts";
import { median } from "../statistics.ts";

/** Readers that wait between requests, so that they are little load themselves. */
const pollers = 8;
const pauseMs = 5;
/** Gatehouse is warm after the other scenarios. */
const warmUpRounds = 0;

export const readersUnderLoad: PerformancePromise = {
  scenario: "p99 of GET /features under full telemetry to without",
  unit: "ms",
  floor: 5,
  aim: 2.5,
  isAtMost: true,
  // The time without telemetry differs from machine to machine more than the time with it.
  isRate: true,
};
const besideLoad: PerformancePromise = {
  ...readersUnderLoad,
  scenario: "p99 of a bare server next to it, under the same to without",
  floor: null,
  aim: null,
};

/**
 * Measures reads with and without a full load of submissions. The same rounds measure reads of a
 * bare server in another process, which only shares the processors, so its change is that of the
 * machine.
 */
export async function measureReaders(
  tools: BenchTools,
  gatehouse: Gatehouse,
  load: Side,
): Promise<readonly Outcome[]> {
  const requests = sameGet(`${apiPrefix}/features`, authorized);
  const expected = await sendRequest(gatehouse.origin, requestAt(requests, 0));
  const bare = await startAnswerCeiling(tools, expected, "plain");
  const readersOf = (server: Gatehouse | RunningServer) =>
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
          await sendRequest(server.origin, requestAt(requests, 0)),
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
  promised: PerformancePromise,
  under: readonly Measurement[],
  without: readonly Measurement[],
): Outcome {
  const p99s = (rounds: readonly Measurement[]) => rounds.map(({ p99Ms }) => p99Ms ?? Number.NaN);
  const [ours, ceiling] = [median(p99s(under)), median(p99s(without))];
  return {
    ...compareRounds(promised, under, without),
    ours,
    ceiling,
    // Zero if the generator measures in whole milliseconds.
    ratio: ceiling === 0 ? null : ours / ceiling,
    processorRatio: null,
    note: `${pollers} readers, ${pauseMs} ms between requests`,
  };
}
