import { isHealthy, staleMsOf } from "./check-reads.ts";
import { faultKinds } from "./fault-plan.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import type { FaultWindow, Promises, RecordedHistory, Violation } from "./recorded-history.ts";
import { RegisterLog } from "./register-log.ts";

const shownPerRule = 3;
/** How long before and after an operation faults are shown. */
const aroundMs = 10_000;

/** The counts of a run, as one text. */
export function historyReport(
  history: RecordedHistory,
  { recorder, promises }: { readonly recorder: HistoryRecorder; readonly promises: Promises },
): string {
  const { writes, reads, submissions, log } = history;
  const registers = new RegisterLog(history);
  const answered = reads.filter(({ outcome }) => outcome === "ok");
  const healthy = answered.filter((read) => isHealthy(read, history, promises));
  const committed = writes.filter(({ value }) => registers.find(value) !== undefined);
  const recoveries = [...recorder.recoveries.values()];
  return [
    `operations: ${writes.length + reads.length + submissions.length}`,
    `writes: ${writes.length}; ${shares(writes)}; ` +
      `${shares(committed.filter(({ outcome }) => outcome !== "ok"))} in the audit log`,
    `reads: ${reads.length}; ${shares(reads)}; ${healthy.length} of healthy nodes`,
    `longest lag: ${longestLag(healthy, registers)} ms at healthy nodes, ` +
      `${longestLag(answered, registers)} ms at all`,
    `submissions: ${submissions.length}; ${shares(submissions)}`,
    `audit log: ${log.length} entries`,
    `faults: ${recoveries.flat().length} of ${recoveries.length} kinds`,
    ...faultKinds.map(({ name }) => `  ${name}: ${recoveryText(recorder.recoveries.get(name))}`),
  ].join("\n");
}

function recoveryText(recoveries: readonly number[] = []): string {
  return recoveries.length === 0
    ? "0"
    : `${recoveries.length}, writes at all nodes after at most ${Math.round(Math.max(...recoveries))} ms`;
}

/** What a failed run shows: the seed, and the operations concerned with the faults around them. */
export function violationText(
  seed: number,
  violations: readonly Violation[],
  windows: readonly FaultWindow[],
): string {
  const rules = [...Map.groupBy(violations, ({ rule }) => rule)];
  return [
    `HISTORY_SEED=${seed}`,
    ...rules.flatMap(([rule, found]) => [
      `${rule}: ${found.length}`,
      ...found.slice(0, shownPerRule).map(({ concerned }) => concernedText(concerned, windows)),
    ]),
  ].join("\n");
}

function concernedText(concerned: readonly unknown[], windows: readonly FaultWindow[]): string {
  const times = concerned.flatMap(timesOf);
  const from = Math.min(...times) - aroundMs;
  const until = Math.max(...times) + aroundMs;
  const around = windows.filter(({ start, end }) => end >= from && start <= until);
  return [...concerned, ...around].map((part) => `  ${JSON.stringify(part)}\n`).join("");
}

/** The start and the end of an operation; nothing for other things. */
function timesOf(part: unknown): readonly number[] {
  return typeof part === "object" && part !== null && "start" in part && "end" in part
    ? [Number(part.start), Number(part.end)]
    : [];
}

function shares(operations: readonly { readonly outcome: string }[]): string {
  const groups = Map.groupBy(operations, ({ outcome }) => outcome);
  const count = (outcome: string) => groups.get(outcome)?.length ?? 0;
  return `${count("ok")} acknowledged, ${count("refused")} refused, ${count("unknown")} unknown`;
}

function longestLag(reads: RecordedHistory["reads"], registers: RegisterLog): number {
  return Math.round(reads.reduce((max, read) => Math.max(max, staleMsOf(read, registers)), 0));
}
