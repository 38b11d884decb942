import type { CompletedEntry, CompletedValue } from "./completed-syntax.ts";
import { type Branch, repeatBranches, valueBranches } from "./completion-cases.ts";
import template from "./completion-template.fish" with { type: "text" };
import { filledTemplate } from "./filled-template.ts";

/**
 * A completion script for fish (docs/cli.md#completion). `namesFlags` are the flags that `gatehouse
 * completion names` takes.
 */
export function fishCompletion(
  entries: readonly CompletedEntry[],
  namesFlags: readonly string[],
): string {
  const commands = entries.flatMap((entry) =>
    entry.kind === "group"
      ? [
          branchOf(
            entry,
            entry.commands.map(({ name, description }) => [name, description]),
          ),
        ]
      : [],
  );
  const flags = entries.map((entry) =>
    branchOf(
      entry,
      entry.flags.flatMap(({ names, description }) => names.map((name) => [name, description])),
    ),
  );
  const repeats = repeatBranches(entries).map((branch) => ({
    ...branch,
    answer: `echo ${branch.answer}`,
  }));
  const paths = [{ patterns: entries.map(({ path }) => path.join(" ")), answer: "return 0" }];
  return filledTemplate(template, {
    COMMANDS: commands.flatMap(caseLines),
    PATHS: paths.flatMap(caseLines),
    FLAGS: flags.flatMap(caseLines),
    VALUES: valueBranches(entries, answerText).flatMap(caseLines),
    REPEATS: repeats.flatMap(caseLines),
  }).replace("NAMES_FLAGS", () => namesFlags.join(" "));
}

/** Prints words with descriptions, which fish shows next to them. */
function branchOf(
  { path }: CompletedEntry,
  rows: readonly (readonly [string, string])[],
): Branch<string> {
  const words = rows.flatMap((row) => row.map(quoted));
  return { patterns: [path.join(" ")], answer: `printf '%s\\t%s\\n' ${words.join(" ")}` };
}

function caseLines({ patterns, answer }: Branch<string>): readonly string[] {
  return [`case ${patterns.map(quoted).join(" ")}`, `    ${answer}`];
}

function answerText(value: CompletedValue): string {
  const lines = value.kind === "words" ? ["words", ...value.words] : [kindOf(value)];
  return `printf '%s\\n' ${lines.map(quoted).join(" ")}`;
}

function kindOf(value: Exclude<CompletedValue, { kind: "words" }>): string {
  return value.kind === "names" ? value.of : value.kind;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
