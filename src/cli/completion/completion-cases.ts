import type { CompletedEntry, CompletedValue } from "./completed-syntax.ts";

/** One branch of a `case` statement: the texts that select an answer. */
export interface Branch<Answer> {
  readonly patterns: readonly string[];
  readonly answer: Answer;
}

/** What a script prints or does for a value; a text, so that equal answers can share a branch. */
export type AnswerText = (value: CompletedValue) => string;

/**
 * The answers for the values of flags by command and flag, as in `token create --access`. The answers
 * for arguments by command and position, as in `group strict #1`.
 */
export function valueBranches(
  entries: readonly CompletedEntry[],
  answerOf: AnswerText,
): readonly Branch<string>[] {
  const rows = entries.flatMap((entry) => {
    if (entry.kind === "group") {
      return [];
    }
    const flags = entry.flags.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map((name) => [[...entry.path, name], value] as const),
    );
    const positions = entry.positions.map(
      ({ value }, index) => [[...entry.path, `#${index + 1}`], value] as const,
    );
    return [...flags, ...positions];
  });
  const byAnswer = Map.groupBy(rows, ([, value]) => answerOf(value));
  return Array.from(byAnswer, ([answer, group]) => ({
    patterns: group.map(([words]) => words.join(" ")),
    answer,
  }));
}

/** The number of the repeatable argument by command; other commands have none. */
export function repeatBranches(entries: readonly CompletedEntry[]): readonly Branch<number>[] {
  const commands = entries.filter((entry) => entry.kind === "command" && entry.repeats);
  const counts = Map.groupBy(commands, (entry) =>
    entry.kind === "command" ? entry.positions.length : 0,
  );
  return Array.from(counts, ([answer, group]) => ({
    patterns: group.map(({ path }) => path.join(" ")),
    answer,
  }));
}
