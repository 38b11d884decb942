import { parseArgs } from "node:util";
import { quote } from "../core/text/quote.ts";
import { ConfigError } from "./config-error.ts";
import { type Completion, type GivenTexts, type Option, switchedOn } from "./option.ts";
import { unknownSetting } from "./removed-settings.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** A positional argument. Optional ones come last. */
export interface Positional {
  readonly placeholder: string;
  readonly description: string;
  readonly optional?: boolean;
  /** The only values, if they are a fixed list. */
  readonly values?: readonly string[];
  readonly completion?: Completion;
}

/** The options and positional arguments of a command. */
export interface Syntax {
  readonly options: readonly Option<unknown>[];
  readonly positionals: readonly Positional[];
}

/** The arguments of a command, with all options checked. */
export interface Arguments {
  readonly positionals: readonly string[];
  valueOf<Value>(option: Option<Value>): Value;
  /** Whether the command has the option. */
  knows(option: Option<unknown>): boolean;
  /** Whether the option's flag was given; its variable does not count. */
  hasFlag(option: Option<unknown>): boolean;
  /** What gave the option, such as `--port` or `GATEHOUSE_PORT`; undefined for its default. */
  sourceOf(option: Option<unknown>): string | undefined;
}

/**
 * Reads a command's arguments. A flag overrides its variable, which overrides the default. Throws a
 * ConfigError for an argument that the syntax does not have or an option refuses.
 */
export function readArguments(
  syntax: Syntax,
  argv: readonly string[],
  environment: EnvironmentVariables,
): Arguments {
  const { positionals, flags } = readFlags(syntax.options, argv);
  refuseUnexpected(syntax.positionals, positionals);
  const given = new Map(
    syntax.options.map((option) => [
      option,
      flags.get(option) ?? fromVariable(option, environment),
    ]),
  );
  refuseMissing(syntax, positionals.length, (option) => given.get(option) !== undefined);
  for (const [option, value] of given) {
    option.value(value);
  }
  return {
    positionals,
    valueOf(option) {
      if (!given.has(option)) {
        throw new Error(`The command does not have the option ${option.flag ?? option.variable}`);
      }
      return option.value(given.get(option));
    },
    knows: (option) => given.has(option),
    hasFlag: (option) => flags.has(option),
    sourceOf: (option) => given.get(option)?.source,
  };
}

function readFlags(options: readonly Option<unknown>[], argv: readonly string[]) {
  const byName = new Map<string, Option<unknown>>();
  for (const option of options) {
    for (const name of flagNames(option)) {
      byName.set(name, option);
    }
  }
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(options.flatMap(parsedFlag)),
    // The function's own errors have several lines, and would show secret values.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const texts = new Map<Option<unknown>, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") {
      positionals.push(token.value);
    } else if (token.kind === "option") {
      const option = byName.get(token.rawName);
      if (option === undefined) {
        const known = [...byName.keys()].filter((name) => name.startsWith("--"));
        throw new ConfigError(unknownSetting("option", token.rawName, known, "--"));
      }
      const earlier = texts.get(option) ?? [];
      texts.set(option, earlier);
      earlier.push(flagText(option, token, (word) => byName.has(word)));
    }
  }
  const flags = new Map<Option<unknown>, GivenTexts>();
  for (const [option, given] of texts) {
    flags.set(option, { source: `--${option.flag}`, texts: given });
  }
  return { positionals, flags };
}

/** The names of an option's flag: `--actor` and `-a`; none if it is a variable only. */
export function flagNames({ flag, short }: Option<unknown>): readonly string[] {
  return [
    ...(flag === undefined ? [] : [`--${flag}`]),
    ...(short === undefined ? [] : [`-${short}`]),
  ];
}

function parsedFlag({ flag, short, kind }: Option<unknown>) {
  const type: "boolean" | "string" = kind === "switch" ? "boolean" : "string";
  return flag === undefined
    ? []
    : [[flag, short === undefined ? { type } : { type, short }] as const];
}

function flagText(
  option: Option<unknown>,
  token: { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  isFlag: (word: string) => boolean,
): string {
  if (option.kind === "switch") {
    if (token.value !== undefined) {
      throw new ConfigError(`${token.rawName} takes no value`);
    }
    return switchedOn;
  }
  // A flag after a flag that needs a value: more likely a forgotten value than a value with dashes.
  const isForgotten = (value: string) => value.startsWith("--") || isFlag(value);
  if (token.value === undefined || (!token.inlineValue && isForgotten(token.value))) {
    throw new ConfigError(`${token.rawName} needs a value`);
  }
  // Only `--flag=VALUE` has this sign; after a letter it would become a part of the value.
  if (
    token.inlineValue === true &&
    !token.rawName.startsWith("--") &&
    token.value.startsWith("=")
  ) {
    throw new ConfigError(
      `${token.rawName} takes its value without "=", as in ${token.rawName} ${quote(token.value.slice(1))}`,
    );
  }
  return token.value;
}

function fromVariable(
  option: Option<unknown>,
  environment: EnvironmentVariables,
): GivenTexts | undefined {
  const { variable } = option;
  const text = variable === undefined ? undefined : environment[variable];
  if (variable === undefined || text === undefined || (option.emptyIsUnset && text === "")) {
    return undefined;
  }
  if (option.kind !== "list") {
    return { source: variable, texts: [text] };
  }
  const texts = text.trim() === "" ? [] : text.split(",").map((item) => item.trim());
  return { source: variable, texts };
}

function refuseUnexpected(expected: readonly Positional[], given: readonly string[]): void {
  const unexpected = given[expected.length];
  if (unexpected !== undefined) {
    throw new ConfigError(`unexpected argument ${quote(unexpected)}`);
  }
}

/** Names all missing arguments at once. */
function refuseMissing(
  { options, positionals }: Syntax,
  positionalCount: number,
  isGiven: (option: Option<unknown>) => boolean,
): void {
  const missing = [
    ...positionals
      .slice(positionalCount)
      .filter(({ optional }) => optional !== true)
      .map(({ placeholder }) => placeholder),
    ...options
      .filter((option) => option.isMandatory === true && !isGiven(option))
      .map(({ flag }) => `--${flag}`),
  ];
  const last = missing.pop();
  if (last !== undefined) {
    const isAlone = missing.length === 0;
    throw new ConfigError(
      isAlone ? `${last} is missing` : `${missing.join(", ")} and ${last} are missing`,
    );
  }
}
