import { Frontier } from "./frontier.ts";
import type {
  Promises,
  RecordedHistory,
  RecordedRead,
  RecordedWrite,
  Violation,
} from "./recorded-history.ts";
import { RegisterLog } from "./register-log.ts";

/** What a node has shown before: its answers to reads, and to writes. */
interface Shown {
  readonly reads: Frontier<RecordedRead>;
  readonly writes: Frontier<RecordedWrite>;
}

/**
 * A node shows a prefix of the log, which only grows, has all that the node has acknowledged, and
 * lags little while the node is healthy.
 */
export function checkReads(history: RecordedHistory, promises: Promises): readonly Violation[] {
  const log = new RegisterLog(history);
  const shown = shownBy(history, log);
  return history.reads.flatMap((read) => {
    if (read.outcome !== "ok") {
      return checkFailedRead(read, history);
    }
    const stray = checkValues(read, log);
    return stray.length > 0
      ? stray
      : [
          ...checkSnapshot(read, log),
          ...checkMonotonic(read, log, shown.get(read.node)),
          ...checkStaleness(read, { log, history, promises }),
        ];
  });
}

/** How long a write had been acknowledged that a read does not show; 0 if it shows all. */
export function staleMsOf(read: RecordedRead, log: RegisterLog): number {
  const since = missedPositions(read, log).map(({ acknowledgedBy }) => acknowledgedBy);
  return Math.max(0, read.start - Math.min(Number.POSITIVE_INFINITY, ...since));
}

/** Whether a node had no fault for a time before the end of a read. */
export function isHealthy(
  { node, start, end }: RecordedRead,
  { windows }: Pick<RecordedHistory, "windows">,
  { staleMsMax, settleMs }: Promises,
): boolean {
  return !windows.some(
    (window) =>
      window.node === node && window.start <= end && window.end + settleMs >= start - staleMsMax,
  );
}

function shownBy({ reads, writes }: RecordedHistory, log: RegisterLog): Map<string, Shown> {
  const shown = new Map<string, Shown>();
  const at = (node: string) => {
    const known = shown.get(node) ?? { reads: new Frontier(), writes: new Frontier() };
    shown.set(node, known);
    return known;
  };
  for (const read of reads.filter(({ outcome }) => outcome === "ok")) {
    at(read.node).reads.add(read.end, highestPosition(read, log), read);
  }
  for (const write of writes.filter(({ outcome }) => outcome === "ok")) {
    at(write.node).writes.add(write.end, log.find(write.value)?.position ?? 0, write);
  }
  return shown;
}

function positionOf(value: string | null, log: RegisterLog): number {
  return value === null ? 0 : (log.find(value)?.position ?? 0);
}

function highestPosition({ values }: RecordedRead, log: RegisterLog): number {
  return Math.max(0, ...values.map(([, value]) => positionOf(value, log)));
}

/** For each register of a read the first write that it does not show. */
function missedPositions({ values }: RecordedRead, log: RegisterLog) {
  return values.flatMap(([key, value]) => log.next(key, positionOf(value, log)) ?? []);
}

/** Whether a read does not show a write up to a position. */
function misses(read: RecordedRead, log: RegisterLog, position: number): boolean {
  return missedPositions(read, log).some((missed) => missed.position <= position);
}

function checkFailedRead(read: RecordedRead, { windows }: RecordedHistory): readonly Violation[] {
  const isDown = windows.some(
    ({ node, effect, start, end }) =>
      node === read.node && effect === "down" && start <= read.end && end >= read.start,
  );
  return isDown ? [] : [{ rule: "a node that runs did not answer a read", concerned: [read] }];
}

function checkValues(read: RecordedRead, log: RegisterLog): readonly Violation[] {
  return read.values.flatMap(([key, value]) => {
    if (value === null) {
      return [];
    }
    const committed = log.find(value);
    if (committed === undefined || committed.key !== key) {
      return [{ rule: "a read shows a value that is not in the audit log", concerned: [read] }];
    }
    return committed.write !== undefined && committed.write.start > read.end
      ? [{ rule: "a read shows a value of the future", concerned: [read, committed.write] }]
      : [];
  });
}

function checkSnapshot(read: RecordedRead, log: RegisterLog): readonly Violation[] {
  return misses(read, log, highestPosition(read, log))
    ? [{ rule: "a read shows values of different moments", concerned: [read] }]
    : [];
}

function checkMonotonic(
  read: RecordedRead,
  log: RegisterLog,
  shown: Shown | undefined,
): readonly Violation[] {
  const seen = shown?.reads.before(read.start);
  if (seen !== undefined && misses(read, log, seen.position)) {
    return [
      {
        rule: "a read shows less than an earlier read of the node",
        concerned: [read, seen.source],
      },
    ];
  }
  const written = shown?.writes.before(read.start);
  return written !== undefined && misses(read, log, written.position)
    ? [
        {
          rule: "a read does not show a write that the node had acknowledged",
          concerned: [read, written.source],
        },
      ]
    : [];
}

function checkStaleness(
  read: RecordedRead,
  {
    log,
    history,
    promises,
  }: {
    readonly log: RegisterLog;
    readonly history: RecordedHistory;
    readonly promises: Promises;
  },
): readonly Violation[] {
  const staleMs = staleMsOf(read, log);
  return staleMs > promises.staleMsMax && isHealthy(read, history, promises)
    ? [
        {
          rule: "a read of a healthy node lags",
          concerned: [{ staleMs }, read, ...missedPositions(read, log).map(({ write }) => write)],
        },
      ]
    : [];
}
