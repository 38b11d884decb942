import { shownOption, usageText } from "../src/cli/output/command-usage.ts";
import { exitCodes, precedence } from "../src/cli/output/help.ts";
import { commandLines } from "../src/cli/output/text-layout.ts";
import {
  type Example,
  isSubcommandGroup,
  isVisible,
  type Program,
  type Subcommand,
  type SubcommandEntry,
  type SubcommandGroup,
} from "../src/cli/subcommand.ts";
import type { Positional } from "../src/config/arguments.ts";
import type { Option } from "../src/config/option.ts";
import { bold, heading, italic, pageTitle, paragraph, roffText, term, verbatim } from "./roff.ts";

export interface ManPage {
  /** The name of its file: `gatehouse-token.1`. */
  readonly name: string;
  readonly source: string;
}

const section = "1";
const endOfSentence = /\.(?: |$)/;
/** Wide enough for a terminal of 80 columns with two indents. */
const lineLengthMax = 68;

/**
 * The manual pages of a program, generated from the definitions of its commands: a page of the
 * program, and a page of each command or group. `date` is the date of the version, such as
 * 2026-01-31.
 */
export function manPages(program: Program, date: string): readonly ManPage[] {
  const title = (name: string) =>
    pageTitle(name, { section, date, version: `${program.name} ${program.version}` });
  const entries = program.commands.filter(isVisible);
  const ofEntries = entries.map((entry) => {
    const name = `${program.name}-${entry.name}`;
    return { name: `${name}.${section}`, source: title(name) + entryBody(entry, program.name) };
  });
  const source = title(program.name) + programBody(program, entries);
  return [{ name: `${program.name}.${section}`, source }, ...ofEntries];
}

function programBody(program: Program, entries: readonly SubcommandEntry[]): string {
  const commands = entries.map(({ name, summary }) => term(bold(name), roffText(summary)));
  const variables = sharedVariables(entries).map(([name, description]) =>
    term(bold(name), roffText(description)),
  );
  return [
    nameSection(program.name, program.summary),
    heading("SH", "SYNOPSIS"),
    `${bold(program.name)} ${italic("COMMAND")} [${italic("OPTION")}]...\n`,
    heading("SH", "DESCRIPTION"),
    `${roffText(program.summary)}\n`,
    paragraph(
      `Each command has its own manual page: ${bold(`man ${program.name}-COMMAND`)}. ` +
        `${bold(`${program.name} COMMAND --help`)} is shorter.`,
    ),
    heading("SH", "COMMANDS"),
    ...commands,
    heading("SH", "OPTIONS"),
    term(bold("-h, --help"), "Prints help, also after a command."),
    term(bold("-v, --version"), "Prints the version."),
    heading("SH", "ENVIRONMENT"),
    `These variables stand for flags of several commands. ${roffText(precedence)}\n`,
    ...variables,
    exitSection(),
    heading("SH", "SEE ALSO"),
    `${entries.map(({ name }) => `${bold(`${program.name}-${name}`)}(${section})`).join(",\n")}\n`,
  ].join("");
}

function entryBody(entry: SubcommandEntry, programName: string): string {
  const usage = `${programName} ${entry.name}`;
  const body = isSubcommandGroup(entry)
    ? groupSections(entry, usage)
    : [
        heading("SH", "SYNOPSIS"),
        synopsis(entry, usage),
        heading("SH", "DESCRIPTION"),
        `${roffText(entry.summary)}\n`,
        ...argumentTerms(entry, (title) => heading("SH", title.toUpperCase())),
        ...exampleSection(entry.examples ?? []),
      ];
  return [
    nameSection(usage.replace(" ", "-"), entry.summary),
    ...body,
    exitSection(),
    heading("SH", "SEE ALSO"),
    `${bold(programName)}(${section})\n`,
  ].join("");
}

function groupSections(group: SubcommandGroup, usage: string): readonly string[] {
  const commands = commandsIn(group, usage);
  return [
    heading("SH", "SYNOPSIS"),
    ...commands.map(([words, command]) => synopsis(command, words)),
    heading("SH", "DESCRIPTION"),
    `${roffText(group.summary)}\n`,
    heading("SH", "COMMANDS"),
    ...commands.flatMap(([words, command]) => [
      heading("SS", words),
      `${roffText(command.summary)}\n`,
      ...argumentTerms(command, () => ""),
    ]),
    ...exampleSection(commands.flatMap(([, { examples = [] }]) => examples)),
  ];
}

/** The commands of a group and its subgroups, with the words that name them. */
function commandsIn(
  { commands }: SubcommandGroup,
  usage: string,
): readonly (readonly [string, Subcommand])[] {
  return commands.filter(isVisible).flatMap((entry) => {
    const words = `${usage} ${entry.name}`;
    return isSubcommandGroup(entry) ? commandsIn(entry, words) : [[words, entry] as const];
  });
}

function nameSection(name: string, summary: string): string {
  const [sentence = ""] = summary.split(endOfSentence);
  return `${heading("SH", "NAME")}${roffText(name)} \\- ${roffText(sentence)}\n`;
}

/** A line that starts with the command; further lines are indented. */
function synopsis(command: Subcommand, usage: string): string {
  const [first = "", ...words] = usageText(command, usage);
  return `.HP\n${[bold(first), ...words.map(roffText)].join(" ")}\n`;
}

function argumentTerms(
  { positionals, options }: Subcommand,
  titleOf: (title: string) => string,
): readonly string[] {
  const flags = options.filter(({ flag }) => flag !== undefined);
  const variables = options.filter(({ flag }) => flag === undefined);
  const titled = (title: string, terms: readonly string[]) =>
    terms.length === 0 ? [] : [titleOf(title), ...terms];
  return [
    ...titled("Arguments", positionals.map(positionalTerm)),
    ...titled("Options", flags.map(optionTerm)),
    ...titled("Environment", variables.map(optionTerm)),
  ];
}

function positionalTerm({ placeholder, description }: Positional): string {
  return term(italic(placeholder), roffText(description));
}

function optionTerm(option: Option<unknown>): string {
  const { name, placeholder, description, notes } = shownOption(option);
  const note = notes.length === 0 ? "" : `\n[${notes.map(roffText).join("; ")}]`;
  return term(`${bold(name)} ${italic(placeholder)}`.trimEnd(), `${roffText(description)}${note}`);
}

/** The variables of more than one command, with the description that most of these commands have. */
function sharedVariables(
  entries: readonly SubcommandEntry[],
): readonly (readonly [string, string])[] {
  const commands = entries.flatMap((entry) =>
    isSubcommandGroup(entry) ? commandsIn(entry, "").map(([, command]) => command) : [entry],
  );
  const options = commands.flatMap((command) => command.options);
  const byVariable = Map.groupBy(options, ({ variable }) => variable);
  return Array.from(byVariable).flatMap(([variable, found]) =>
    variable === undefined || found.length === 1
      ? []
      : [[variable, mostFrequent(found.map(({ description }) => description))] as const],
  );
}

function mostFrequent(texts: readonly string[]): string {
  const groups = Array.from(Map.groupBy(texts, (text) => text).values());
  const [[text = ""] = []] = groups.toSorted((left, right) => right.length - left.length);
  return text;
}

function exampleSection(examples: readonly Example[]): readonly string[] {
  const shown = examples.flatMap(({ line, text }, index) => [
    index === 0 ? `${roffText(text)}\n` : paragraph(roffText(text)),
    verbatim(commandLines(line, lineLengthMax)),
  ]);
  return shown.length === 0 ? [] : [heading("SH", "EXAMPLES"), ...shown];
}

function exitSection(): string {
  const codes = exitCodes.map(([code, meaning]) => term(bold(String(code)), roffText(meaning)));
  return [heading("SH", "EXIT STATUS"), ...codes].join("");
}
