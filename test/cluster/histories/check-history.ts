import { checkReads } from "./check-reads.ts";
import { checkWrites } from "./check-writes.ts";
import type {
  FinalState,
  Promises,
  RecordedHistory,
  RecordedSubmission,
  Violation,
} from "./recorded-history.ts";
import { RegisterLog } from "./register-log.ts";
import { slotsPerBook, timesCounted } from "./slot-counts.ts";

/** What a history shows that servers on one database must not do; nothing if all is well. */
export function checkHistory(history: RecordedHistory, promises: Promises): readonly Violation[] {
  const log = new RegisterLog(history);
  return [
    ...checkWrites(history),
    ...checkReads(history, promises),
    ...history.finals.flatMap((final) => [
      ...checkFinalValues(final, log),
      ...checkSubmissions(final, history),
    ]),
  ];
}

function checkFinalValues({ node, values }: FinalState, log: RegisterLog): readonly Violation[] {
  return log.keys.flatMap((key) => {
    const shown = values.get(key) ?? null;
    const latest = log.latest(key);
    return shown !== null && log.find(shown) === latest
      ? []
      : [
          {
            rule: "in the end a node does not show the latest write",
            concerned: [{ node, key, shown }, latest],
          },
        ];
  });
}

/** Each acknowledged submission is counted once, others at most once, and nothing else is counted. */
function checkSubmissions(
  final: FinalState,
  { submissions }: RecordedHistory,
): readonly Violation[] {
  return [...checkCounts(final, submissions), ...checkStrayCounts(final, submissions)];
}

function checkCounts(
  { node, books }: FinalState,
  submissions: readonly RecordedSubmission[],
): readonly Violation[] {
  return submissions.flatMap((submission) => {
    const { book, slot, outcome } = submission;
    const times = timesCounted(books.get(book) ?? { enabled: 0, disabled: 0 }, slot);
    const concerned = [{ node, times }, submission];
    if (times > 1) {
      return [{ rule: "a submission is counted more than once", concerned }];
    }
    return times === 0 && outcome === "ok"
      ? [{ rule: "an acknowledged submission is not counted", concerned }]
      : [];
  });
}

function checkStrayCounts(
  { node, books }: FinalState,
  submissions: readonly RecordedSubmission[],
): readonly Violation[] {
  const slots = Map.groupBy(submissions, ({ book }) => book);
  return [...books].flatMap(([book, totals]) => {
    const sent = new Set(slots.get(book)?.map(({ slot }) => slot));
    const isStray = Array.from({ length: slotsPerBook }, (_, slot) => slot).some(
      (slot) => !sent.has(slot) && timesCounted(totals, slot) > 0,
    );
    return isStray
      ? [
          {
            rule: "something is counted that was not submitted",
            concerned: [{ node, book, totals }],
          },
        ]
      : [];
  });
}
