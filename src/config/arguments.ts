import { parseArgs } from "node:util";
import { ConfigError } from "./config-error.ts";
import { type Given, type Option, switchedOn } from "./option.ts";
import { nameOrQuoted, quoted } from "./quoted.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** An argument known by its place. Optional ones come last. */
export interface Positional {
  readonly placeholder: string;
  readonly description: string;
  readonly optional?: boolean;
}

/** What a command understands. */
export interface Syntax {
  readonly options: readonly Option<unknown>[];
  readonly positionals: readonly Positional[];
}

/** What a command was told, every option checked. */
export interface Arguments {
  readonly positionals: readonly string[];
  valueOf<Value>(option: Option<Value>): Value;
  /** Whether the option's flag was written, rather than its variable set. */
  hasFlag(option: Option<unknown>): boolean;
}

/**
 * Reads a command's arguments; a flag wins over its variable, the variable over the default.
 * Throws a ConfigError for anything the syntax does not know or an option refuses.
 */
export function readArguments(
  syntax: Syntax,
  argv: readonly string[],
  environment: Environment,
): Arguments {
  const { positionals, flags } = readFlags(syntax.options, argv);
  checkPositionals(syntax.positionals, positionals);
  const given = new Map(
    syntax.options.map((option) => [
      option,
      flags.get(option) ?? fromVariable(option, environment),
    ]),
  );
  for (const [option, value] of given) {
    option.value(value);
  }
  return {
    positionals,
    valueOf(option) {
      if (!given.has(option)) {
        throw new Error(`The command does not take ${option.flag ?? option.variable}`);
      }
      return option.value(given.get(option));
    },
    hasFlag: (option) => flags.has(option),
  };
}

function readFlags(options: readonly Option<unknown>[], argv: readonly string[]) {
  const byFlag = new Map(options.map((option) => [option.flag, option]));
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      options.flatMap(({ flag, kind }) =>
        flag === undefined ? [] : [[flag, { type: kind === "switch" ? "boolean" : "string" }]],
      ),
    ),
    // Its own errors run over several lines and do not know which values are secret.
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
      const option = token.rawName.startsWith("--") ? byFlag.get(token.name) : undefined;
      if (option === undefined) {
        throw new ConfigError(`unknown option ${nameOrQuoted(token.rawName)}`);
      }
      const earlier = texts.get(option) ?? [];
      texts.set(option, earlier);
      earlier.push(flagText(option, token));
    }
  }
  const flags = new Map<Option<unknown>, Given>();
  for (const [option, given] of texts) {
    flags.set(option, { source: `--${option.flag}`, texts: given });
  }
  return { positionals, flags };
}

function flagText(
  option: Option<unknown>,
  token: { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
): string {
  if (option.kind === "switch") {
    if (token.value !== undefined) {
      throw new ConfigError(`${token.rawName} takes no value`);
    }
    return switchedOn;
  }
  // A flag right after a flag is rather a forgotten value than a value with two dashes.
  if (token.value === undefined || (!token.inlineValue && token.value.startsWith("--"))) {
    throw new ConfigError(`${token.rawName} needs a value`);
  }
  return token.value;
}

function fromVariable(option: Option<unknown>, environment: Environment): Given | undefined {
  const { variable } = option;
  const text = variable === undefined ? undefined : environment[variable];
  if (variable === undefined || text === undefined) {
    return undefined;
  }
  if (option.kind !== "list") {
    return { source: variable, texts: [text] };
  }
  const texts = text.trim() === "" ? [] : text.split(",").map((item) => item.trim());
  return { source: variable, texts };
}

function checkPositionals(expected: readonly Positional[], given: readonly string[]): void {
  const missing = expected[given.length];
  if (missing !== undefined && !missing.optional) {
    throw new ConfigError(`${missing.placeholder} is missing`);
  }
  const stray = given[expected.length];
  if (stray !== undefined) {
    throw new ConfigError(`unexpected argument ${quoted(stray)}`);
  }
}
