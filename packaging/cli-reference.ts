import type { TSchema } from "@sinclair/typebox";
import { shownOption, usageText } from "../src/cli/output/command-usage.ts";
import {
  isSubcommandGroup,
  isVisible,
  type Program,
  type Subcommand,
  type SubcommandEntry,
  type SubcommandGroup,
} from "../src/cli/subcommand.ts";
import type { Option } from "../src/config/option.ts";
import { serverOptions } from "../src/config/settings.ts";
import { withSection } from "./document-section.ts";
import { jsonFields } from "./json-fields.ts";

/** An option that this many commands share is described once. */
const commonMin = 5;
const commonTitle = "Options of many commands";

/** A document with the reference between its marks `commands`. Throws as `withSection` does. */
export function withCliReference(document: string, reference: string): string {
  return withSection(document, "commands", reference);
}

/** The sections of all commands in Markdown, generated from their definitions. */
export function cliReference(program: Program): string {
  const entries = program.commands.filter(isVisible);
  const common = commonOptions(entries.flatMap(commandsIn));
  return [
    `### ${commonTitle}\n`,
    optionTable(common),
    ...entries.map((entry) => entrySection(entry, program.name, common)),
  ].join("\n");
}

function commandsIn(entry: SubcommandEntry): readonly Subcommand[] {
  return isSubcommandGroup(entry) ? entry.commands.filter(isVisible).flatMap(commandsIn) : [entry];
}

function commonOptions(commands: readonly Subcommand[]): readonly Option<unknown>[] {
  const counts = Map.groupBy(
    commands.flatMap(({ options }) => options),
    (option) => option,
  );
  return Array.from(counts).flatMap(([option, uses]) => (uses.length < commonMin ? [] : [option]));
}

function entrySection(
  entry: SubcommandEntry,
  programName: string,
  common: readonly Option<unknown>[],
): string {
  return isSubcommandGroup(entry)
    ? groupSection(entry, programName, common)
    : commandSection(entry, "###", `${programName} ${entry.name}`, common);
}

function groupSection(
  group: SubcommandGroup,
  programName: string,
  common: readonly Option<unknown>[],
): string {
  return [
    `### ${group.name}\n`,
    `${inMarkdown(group.summary)}\n`,
    ...sectionsBelow(group, `${programName} ${group.name}`, common),
  ].join("\n");
}

/** The sections of the commands of a group, and of the groups in it. */
function sectionsBelow(
  group: SubcommandGroup,
  path: string,
  common: readonly Option<unknown>[],
): readonly string[] {
  return group.commands
    .filter(isVisible)
    .flatMap((entry) =>
      isSubcommandGroup(entry)
        ? sectionsBelow(entry, `${path} ${entry.name}`, common)
        : [commandSection(entry, "####", `${path} ${entry.name}`, common)],
    );
}

function commandSection(
  command: Subcommand,
  heading: string,
  usage: string,
  common: readonly Option<unknown>[],
): string {
  const [, ...words] = usage.split(" ");
  const { summary, positionals, examples = [], json } = command;
  const lines = examples.map(({ line, text }) => `# ${text}\n${line}\n`);
  return [
    `${heading} ${words.join(" ")}\n`,
    `${inMarkdown(summary)}\n`,
    codeBlock(`${usageText(command, usage).join(" ")}\n`),
    table(
      ["Argument", "Meaning"],
      positionals.map(({ placeholder, description }) => [
        code(placeholder),
        inMarkdown(description),
      ]),
    ),
    ...optionParts(command, common),
    codeBlock(lines.join("\n")),
    ...(json === undefined ? [] : [jsonTable(json)]),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** The options that only a command has; shared options are only named. */
function optionParts(
  { options }: Subcommand,
  common: readonly Option<unknown>[],
): readonly string[] {
  if (options === serverOptions) {
    return ["The options are the [settings](operations.md#configuration).\n"];
  }
  const shared = options.filter((option) => common.includes(option));
  const names = shared.map((option) =>
    code(option.flag === undefined ? (option.variable ?? "") : `--${option.flag}`),
  );
  const anchor = commonTitle.toLowerCase().replaceAll(" ", "-");
  return [
    optionTable(options.filter((option) => !common.includes(option))),
    names.length === 0 ? "" : `[Common options](#${anchor}): ${names.join(", ")}.\n`,
  ];
}

function optionTable(options: readonly Option<unknown>[]): string {
  const rows = options.map((option) => {
    const { flag, variable = "", fallback = "", kind, mode } = option;
    const { name, placeholder, description } = shownOption(option);
    const notes = [
      kind === "list" ? " Repeatable." : "",
      mode === undefined ? "" : ` In ${mode} mode.`,
      fallback === "" ? "" : ` ${code(fallback)} unless given.`,
    ];
    return [
      code(`${name} ${placeholder}`.trimEnd()),
      flag === undefined || variable === "" ? "" : code(variable),
      inMarkdown(description) + notes.join(""),
    ];
  });
  return table(["Option", "Variable", "Meaning"], rows);
}

function jsonTable(schema: TSchema): string {
  const rows = jsonFields(schema).map(({ path, form, meaning }) => [
    code(path),
    inMarkdown(form),
    inMarkdown(meaning),
  ]);
  return `\`--json\` prints an object:\n\n${table(["Field", "Value", "Meaning"], rows)}`;
}

/** A table without empty columns; empty without rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = head
    .map((_, column) => column)
    .filter((column) => rows.some((row) => row[column] !== ""));
  const lines = [head, head.map(() => "---"), ...rows].map((row) =>
    columns.map((column) => (row[column] ?? "").replaceAll("|", "\\|")).join(" | "),
  );
  return rows.length === 0 ? "" : lines.map((line) => `| ${line} |\n`).join("");
}

/** Tests do not run blocks of this language: a test of the definitions parses each line. */
function codeBlock(text: string): string {
  return text === "" ? "" : `\`\`\`text\n${text}\`\`\`\n`;
}

function code(text: string): string {
  return `\`${text}\``;
}

const markup = /[*<>[\]]/g;

/** A text whose characters have no meaning in Markdown; code stays code. */
function inMarkdown(text: string): string {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part.replace(markup, "\\$&") : part))
    .join("`");
}
