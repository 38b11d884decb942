import type { CompletedEntry, CompletedValue } from "./completed-syntax.ts";
import { type Branch, repeatBranches, valueBranches } from "./completion-cases.ts";
import template from "./completion-template.bash" with { type: "text" };
import { filledTemplate } from "./filled-template.ts";

/**
 * A completion script for bash, which works without bash-completion (docs/cli.md#completion).
 * `namesFlags` are the flags that `gatehouse completion names` takes.
 */
export function bashCompletion(
  entries: readonly CompletedEntry[],
  namesFlags: readonly string[],
): string {
  const words = entries.map((entry) => ({
    patterns: [entry.path.join(" ")],
    answer: wordsOf(entry),
  }));
  const repeats = repeatBranches(entries).map((branch) => ({
    ...branch,
    answer: `last=${branch.answer}`,
  }));
  return filledTemplate(template, {
    WORDS: words.map(caseLine),
    VALUES: valueBranches(entries, answerText).map(caseLine),
    REPEATS: repeats.map(caseLine),
  }).replace("NAMES_FLAGS", () => namesFlags.join(" | "));
}

function caseLine({ patterns, answer }: Branch<string>): string {
  return `${patterns.map(quoted).join(" | ")}) ${answer} ;;`;
}

function wordsOf(entry: CompletedEntry): string {
  const commands = entry.kind === "group" ? entry.commands.map(({ name }) => name) : [];
  return `commands=${list(commands)} flags=${list(entry.flags.flatMap(({ names }) => names))}`;
}

function answerText(value: CompletedValue): string {
  switch (value.kind) {
    case "words":
      return `kind=words values=${list(value.words)}`;
    case "names":
      return `kind=${value.of}`;
    default:
      return `kind=${value.kind}`;
  }
}

function list(words: readonly string[]): string {
  return `(${words.map(quoted).join(" ")})`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
