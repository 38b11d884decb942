import { Frontier } from "./frontier.ts";
import type {
  LogEntry,
  RecordedHistory,
  RecordedRead,
  RecordedWrite,
  Violation,
} from "./recorded-history.ts";

/**
 * Writes are linearizable in the order of the audit log: each acknowledged write is there once,
 * refused writes are not, unknown writes at most once, and the order is also that of time.
 */
export function checkWrites(history: RecordedHistory): readonly Violation[] {
  const { writes, log } = history;
  const written = new Map(writes.map((write) => [write.value, write]));
  const entries = Map.groupBy(log.filter(isRegister), ({ value }) => value);
  return [
    ...checkNumbers(log),
    ...log.filter(isRegister).flatMap((entry) => checkEntry(entry, written.get(entry.value))),
    ...writes.flatMap((write) => checkWrite(write, entries.get(write.value) ?? [])),
    ...checkOrder(history, entries),
  ];
}

interface RegisterEntry extends LogEntry {
  readonly value: string;
}

function isRegister(entry: LogEntry): entry is RegisterEntry {
  return entry.value !== null;
}

function checkNumbers(log: readonly LogEntry[]): readonly Violation[] {
  return log.flatMap((entry, index) =>
    entry.sequence === index + 1
      ? []
      : [{ rule: "the audit log has a gap or a repeated number", concerned: [entry] }],
  );
}

function checkEntry(entry: RegisterEntry, write: RecordedWrite | undefined): readonly Violation[] {
  return write?.key === entry.key
    ? []
    : [{ rule: "the audit log has a value that was not written there", concerned: [entry, write] }];
}

function checkWrite(write: RecordedWrite, entries: readonly RegisterEntry[]): readonly Violation[] {
  const concerned = [write, ...entries];
  if (entries.length > 1) {
    return [{ rule: "a write was committed twice", concerned }];
  }
  if (write.outcome === "ok" && entries.length === 0) {
    return [{ rule: "an acknowledged write is lost", concerned }];
  }
  return write.outcome === "refused" && entries.length > 0
    ? [{ rule: "a refused write was committed", concerned }]
    : [];
}

function checkOrder(
  { writes, reads }: RecordedHistory,
  entries: ReadonlyMap<string, readonly RegisterEntry[]>,
): readonly Violation[] {
  const positionOf = (value: string | null) => entries.get(value ?? "")?.[0]?.sequence;
  const acknowledged = new Frontier<RecordedWrite>();
  const read = new Frontier<RecordedRead>();
  for (const write of writes.filter(({ outcome }) => outcome === "ok")) {
    acknowledged.add(write.end, positionOf(write.value) ?? 0, write);
  }
  for (const shown of reads) {
    for (const [, value] of shown.values) {
      read.add(shown.end, positionOf(value) ?? 0, shown);
    }
  }
  return writes.flatMap((write) => {
    const position = positionOf(write.value) ?? Number.POSITIVE_INFINITY;
    return [
      ...checkAfter(write, position, { earlier: acknowledged, rule: "had ended" }),
      ...checkAfter(write, position, { earlier: read, rule: "was read" }),
    ];
  });
}

interface Earlier {
  readonly earlier: Frontier<RecordedRead | RecordedWrite>;
  readonly rule: string;
}

function checkAfter(
  write: RecordedWrite,
  position: number,
  { earlier, rule }: Earlier,
): readonly Violation[] {
  const known = earlier.before(write.start);
  return known === undefined || known.position < position
    ? []
    : [
        {
          rule: `a write is in the audit log before a write that ${rule} when it began`,
          concerned: [write, known.source],
        },
      ];
}
