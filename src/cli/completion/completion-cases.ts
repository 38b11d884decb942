import type { CompletedEntry, CompletedValue } from "./completed-syntax.ts";

/** The branches of a `case` of a shell: the texts that lead to an answer. */
export interface Branch<Answer> {
  readonly patterns: readonly string[];
  readonly answer: Answer;
}

/** What a script prints or does for a value; a text, so that equal answers can share a branch. */
export type AnswerText = (value: CompletedValue) => string;

/**
 * The answers for the values of flags, by the command and the flag, as in `token create --access`, and
 * for arguments, by the command and their place, as in `group strict #1`.
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

/** The number of the argument that may be repeated, by the command; the others have none. */
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
