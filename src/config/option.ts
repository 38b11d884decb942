import { quote } from "../core/text/quote.ts";
import { ConfigError } from "./config-error.ts";
import { parseOneOf, type ValueParser } from "./value-parsers.ts";

export type Mode = "hosted" | "mountable";
/** The values of --mode: a replica serves the same data as its hosted server. */
export type NamedMode = Mode | "replica";

/** The values given for an option, and their source: `--port` or `GATEHOUSE_PORT`. */
export interface GivenTexts {
  readonly source: string;
  readonly texts: readonly string[];
}

/** An option of a command: a flag, an environment variable, or both. */
export interface Option<Value> extends Description {
  readonly kind: "value" | "list" | "switch";
  /** Whether the option must be given. */
  readonly isMandatory?: boolean;
  /** The option's value; `undefined` means that nothing was given. Throws a ConfigError. */
  readonly value: (given: GivenTexts | undefined) => Value;
}

/** The values that shells complete, for an option without a fixed list (docs/cli.md#completion). */
export type Completion = "files" | "directories" | "features" | "environments";

interface Description {
  /** Without the dashes: `mount-path`. */
  readonly flag?: string;
  /** A second name of the flag, one letter without its dash: `a`. */
  readonly short?: string;
  readonly variable?: string;
  /** The name of the value in help texts: `PATH`. */
  readonly placeholder?: string;
  /** A sentence about the option's purpose. */
  readonly description: string;
  /** The default, as a user would write it. */
  readonly fallback?: string;
  /** The only mode in which the option works. */
  readonly mode?: NamedMode;
  /** The only values, if they are a fixed list; by default from the parser. */
  readonly values?: readonly string[] | undefined;
  readonly completion?: Completion;
  /** Whether messages must not show the value. */
  readonly secret?: boolean;
  /** Whether an empty variable counts as not set. */
  readonly emptyIsUnset?: boolean;
}

interface Definition<Value> extends Description {
  readonly parse: ValueParser<Value>;
}

const listLengthMax = 1000;

/** An option with a default, which is parsed like a given value. */
export function optionWithDefault<Value>(
  definition: Definition<Value> & { readonly fallback: string },
): Option<Value> {
  const givenDefault = { source: "the default", texts: [definition.fallback] };
  return {
    ...described(definition),
    kind: "value",
    value: (given = givenDefault) => parseOnly(definition, given),
  };
}

export function optionalOption<Value>(definition: Definition<Value>): Option<Value | undefined> {
  return {
    ...described(definition),
    kind: "value",
    value: (given) => given && parseOnly(definition, given),
  };
}

/** An option that must be given. */
export function mandatoryOption<Value>(
  definition: Definition<Value> & { readonly flag: string },
): Option<Value> {
  return {
    ...described(definition),
    kind: "value",
    isMandatory: true,
    value: (given) => {
      if (given === undefined) {
        throw new ConfigError(`--${definition.flag} is missing`);
      }
      return parseOnly(definition, given);
    },
  };
}

/**
 * A flag that may be repeated; commas separate the values of its variable. Equal values are merged.
 */
export function listOption<Value>(definition: Definition<Value>): Option<readonly Value[]> {
  return {
    ...described(definition),
    kind: "list",
    value: (given) => {
      const texts = new Set(given?.texts);
      if (given !== undefined && texts.size > listLengthMax) {
        throw new ConfigError(`${given.source} accepts at most ${listLengthMax} values`);
      }
      return Array.from(texts, (text) => parseGiven(definition, given?.source ?? "", text));
    },
  };
}

/** The definition with the values that its parser accepts. */
function described<Value>(definition: Definition<Value>): Definition<Value> {
  return { ...definition, values: definition.values ?? definition.parse.words };
}

/** The value of a flag without a value; its variable may be set to this, or to `off`. */
export const switchedOn = "on";
const parseSwitch = parseOneOf(switchedOn, "off");

/** A flag without a value: true if it is given. */
export function switchOption(definition: Description & { readonly flag: string }): Option<boolean> {
  const present = { ...definition, parse: parseSwitch };
  return {
    ...definition,
    kind: "switch",
    value: (given) => given !== undefined && parseOnly(present, given) === switchedOn,
  };
}

/** Two values are refused, even equal ones. */
function parseOnly<Value>(definition: Definition<Value>, { source, texts }: GivenTexts): Value {
  const [text, another] = texts;
  if (text === undefined || another !== undefined) {
    throw new ConfigError(`${source} is given more than once`);
  }
  return parseGiven(definition, source, text);
}

function parseGiven<Value>(definition: Definition<Value>, source: string, text: string): Value {
  const result = definition.parse(text);
  if ("reason" in result) {
    const not = definition.secret ? "" : `, not ${quote(text)}`;
    throw new ConfigError(`${source} ${result.reason}${not}`);
  }
  return result.value;
}
