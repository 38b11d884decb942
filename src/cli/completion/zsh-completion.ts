import {
  type CompletedCommand,
  type CompletedEntry,
  type CompletedFlag,
  type CompletedGroup,
  type CompletedValue,
  helpWord,
} from "./completed-syntax.ts";
import template from "./completion-template.zsh" with { type: "text" };
import { filledTemplate } from "./filled-template.ts";

/**
 * A completion script for zsh, for its function directory or for sourcing (docs/cli.md#completion).
 * `namesFlags` are the flags that `gatehouse completion names` takes.
 */
export function zshCompletion(
  entries: readonly CompletedEntry[],
  namesFlags: readonly string[],
): string {
  return filledTemplate(template, { FUNCTIONS: entries.flatMap(functionLines) })
    .replace("NAMES_FLAGS", () => namesFlags.join("|"))
    .replace("NAMES_VALUES", () => namesFlags.map((flag) => `${flag}=*`).join("|"));
}

function functionLines(entry: CompletedEntry): readonly string[] {
  const body = entry.kind === "group" ? groupLines(entry) : commandLines(entry);
  return [`${functionName(entry.path)}() {`, ...body.map((line) => `  ${line}`), "}", ""];
}

function functionName(path: readonly string[]): string {
  return `_gatehouse_${path.length === 0 ? "program" : path.join("_").replaceAll("-", "_")}`;
}

function groupLines({ path, flags, commands }: CompletedGroup): readonly string[] {
  const branches = commands.map(({ name }) => {
    // `gatehouse help token` is completed as `gatehouse token`.
    const target = path.length === 0 && name === helpWord.name ? path : [...path, name];
    return `(${name}) ${functionName(target)} && result=0 ;;`;
  });
  return [
    'local curcontext="$curcontext" state line result=1',
    "local -a state_descr commands",
    "local -A opt_args",
    "commands=(",
    ...commands.map(({ name, description }) => `  ${quoted(`${name}:${description}`)}`),
    ")",
    "_arguments -C \\",
    ...flags.map((flag) => `  ${flagSpec(flag)} \\`),
    "  '1: :->command' '*:: :->rest' && result=0",
    "case $state in",
    "  (command) _describe -t commands command commands && result=0 ;;",
    "  (rest)",
    "    case $words[1] in",
    ...branches.map((line) => `      ${line}`),
    "    esac",
    "    ;;",
    "esac",
    "return result",
  ];
}

function commandLines({ flags, positions, repeats }: CompletedCommand): readonly string[] {
  const places = positions.map(({ placeholder, value, isOptional }, index) => {
    const isRepeated = repeats && index === positions.length - 1;
    const place = isRepeated ? "*" : `${index + 1}`;
    const separator = isOptional && !isRepeated ? "::" : ":";
    return quoted(`${place}${separator}${escaped(placeholder)}:${actionOf(value)}`);
  });
  const specs = [...flags.map(flagSpec), ...places];
  return [
    "_arguments -s -S \\",
    ...specs.map((spec) => `  ${spec} \\`),
    "  && return 0",
    "return 1",
  ];
}

/** A specification for `_arguments`; braces of the shell divide two names. */
function flagSpec({ names, description, value, placeholder, isRepeatable }: CompletedFlag): string {
  const forms = names.map((name) =>
    value === undefined ? name : name.startsWith("--") ? `${name}=` : `${name}+`,
  );
  const isHelp = names.includes("--help") || names.includes("--version");
  const excluded = isHelp ? "(- *)" : names.length > 1 ? `(${names.join(" ")})` : "";
  const before = isRepeatable ? "*" : excluded;
  const after =
    `[${escaped(description)}]` +
    (value === undefined ? "" : `:${escaped(placeholder)}:${actionOf(value)}`);
  const [only] = forms;
  return forms.length === 1 && only !== undefined
    ? quoted(`${before}${only}${after}`)
    : `${before === "" ? "" : quoted(before)}{${forms.join(",")}}${quoted(after)}`;
}

function actionOf(value: CompletedValue): string {
  switch (value.kind) {
    case "words":
      return `(${value.words.map(escapedWord).join(" ")})`;
    case "names":
      return `_gatehouse_names ${value.of}`;
    case "files":
      return "_files";
    case "directories":
      return "_files -/";
    case "nothing":
      return " ";
  }
}

const signsOfSpecs = /[\\[\]:]/g;
const signsOfWords = /[^\w./-]/g;

function escaped(text: string): string {
  return text.replace(signsOfSpecs, "\\$&");
}

function escapedWord(word: string): string {
  return word.replace(signsOfWords, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
