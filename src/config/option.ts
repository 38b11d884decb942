import { ConfigError } from "./config-error.ts";
import { oneOf, type Parse } from "./parse.ts";
import { quoted } from "./quoted.ts";

export type Mode = "hosted" | "mountable";

/** What was given for an option, and where: `--port` or `GATEHOUSE_PORT`. */
export interface Given {
  readonly source: string;
  readonly texts: readonly string[];
}

/** One thing a command can be told: by a flag, by an environment variable, or by both. */
export interface Option<Value> extends Description {
  readonly kind: "value" | "list" | "switch";
  /** The value; `undefined` stands for nothing given. Throws a ConfigError. */
  readonly value: (given: Given | undefined) => Value;
}

interface Description {
  /** Without the dashes: `mount-path`. */
  readonly flag?: string;
  readonly variable?: string;
  /** What stands for the value in help: `PATH`. */
  readonly placeholder?: string;
  /** A sentence that says what the option is for. */
  readonly description: string;
  /** The default, as a user would write it. */
  readonly fallback?: string;
  /** The only mode that the option concerns. */
  readonly mode?: Mode;
  /** No message may show the value. */
  readonly secret?: boolean;
}

interface Definition<Value> extends Description {
  readonly parse: Parse<Value>;
}

const listLengthMax = 1000;

/** An option that always has a value: the default goes through the parser like any other. */
export function withDefault<Value>(
  definition: Definition<Value> & { readonly fallback: string },
): Option<Value> {
  const otherwise = { source: "the default", texts: [definition.fallback] };
  return { ...definition, kind: "value", value: (given = otherwise) => only(definition, given) };
}

export function optional<Value>(definition: Definition<Value>): Option<Value | undefined> {
  return { ...definition, kind: "value", value: (given) => given && only(definition, given) };
}

/** An option that a command cannot do without. */
export function mandatory<Value>(
  definition: Definition<Value> & { readonly flag: string },
): Option<Value> {
  return {
    ...definition,
    kind: "value",
    value: (given) => {
      if (given === undefined) {
        throw new ConfigError(`--${definition.flag} is required`);
      }
      return only(definition, given);
    },
  };
}

/** A flag that may be repeated; the variable holds the values between commas. Equal ones are one. */
export function list<Value>(definition: Definition<Value>): Option<readonly Value[]> {
  return {
    ...definition,
    kind: "list",
    value: (given) => {
      const texts = new Set(given?.texts);
      if (given !== undefined && texts.size > listLengthMax) {
        throw new ConfigError(`${given.source} may be given at most ${listLengthMax} values`);
      }
      return Array.from(texts, (text) => parsed(definition, given?.source ?? "", text));
    },
  };
}

/** What a flag without a value stands for; its variable may say so, or `off`. */
export const switchedOn = "on";
const parseSwitch = oneOf(switchedOn, "off");

/** A flag without a value: there or not. */
export function toggle(definition: Description & { readonly flag: string }): Option<boolean> {
  const present = { ...definition, parse: parseSwitch };
  return {
    ...definition,
    kind: "switch",
    value: (given) => given !== undefined && only(present, given) === switchedOn,
  };
}

/** Two values are a mistake, even when both say the same. */
function only<Value>(definition: Definition<Value>, { source, texts }: Given): Value {
  const [text, another] = texts;
  if (text === undefined || another !== undefined) {
    throw new ConfigError(`${source} is given more than once`);
  }
  return parsed(definition, source, text);
}

function parsed<Value>(definition: Definition<Value>, source: string, text: string): Value {
  const result = definition.parse(text);
  if ("reason" in result) {
    const not = definition.secret ? "" : `, not ${quoted(text)}`;
    throw new ConfigError(`${source} ${result.reason}${not}`);
  }
  return result.value;
}
