import { describe, expect, test } from "bun:test";
import { Random } from "../../fuzz/random.ts";
import { isPostgresMissing } from "../../helpers/postgres-server.ts";
import { isNightly } from "../../helpers/runs.ts";
import { checkHistory } from "./check-history.ts";
import { causeFaults } from "./fault-plan.ts";
import { finalState } from "./final-state.ts";
import { HistoryClients } from "./history-clients.ts";
import { HistoryCluster } from "./history-cluster.ts";
import { HistoryRecorder } from "./history-recorder.ts";
import { historyReport, violationText } from "./history-report.ts";
import type { Promises, RecordedHistory } from "./recorded-history.ts";

const seconds = Number(process.env.HISTORY_SECONDS || (isNightly ? 600 : 20));
const seed = Number(process.env.HISTORY_SEED || Math.floor(Math.random() * 2 ** 31));
/** What follows the time of the faults: the last fault, and all checks. */
const endMs = 600_000;

/**
 * Servers ask for changes every second, and a busy machine takes as long again. After a lost answer
 * they wait about 5 seconds.
 */
const promises: Promises = { staleMsMax: 2_000, settleMs: 6_000 };

async function recordHistory(
  recorder: HistoryRecorder,
): Promise<Pick<RecordedHistory, "log" | "finals">> {
  await using cluster = await HistoryCluster.start();
  const random = new Random(seed);
  const clients = new HistoryClients({ cluster, recorder, seed: random.below(2 ** 31) });
  clients.start();
  try {
    await recorder.untilWritable(cluster.names);
    await causeFaults({ cluster, recorder, random, seconds });
  } finally {
    await clients.stop();
  }
  return await finalState(cluster, recorder.submissions);
}

describe.skipIf(isPostgresMissing)("three servers on one database", () => {
  test(
    "keep their promises in a history with faults of all kinds",
    async () => {
      process.stderr.write(`HISTORY_SEED=${seed} HISTORY_SECONDS=${seconds}\n`);
      const recorder = new HistoryRecorder();
      const history = { ...recorder, ...(await recordHistory(recorder)) };
      const { surprises, writes } = recorder;
      process.stderr.write(`${historyReport(history, { recorder, promises })}\n`);
      const violations = [
        ...surprises.map((answer) => ({
          rule: "an answer that no client may get",
          concerned: [answer],
        })),
        ...checkHistory(history, promises),
      ];
      if (violations.length > 0) {
        throw new Error(violationText(seed, violations, history.windows));
      }
      expect(writes.length).toBeGreaterThan(0);
    },
    seconds * 1_000 + endMs,
  );
});
