import type { Arguments, Positional } from "../config/arguments.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Parse } from "../config/parse.ts";
import { quoted } from "../config/quoted.ts";

/** The text of a mandatory positional. */
export function textAt(given: Arguments, index: number): string {
  const text = given.positionals[index];
  if (text === undefined) {
    throw new Error(`The command has no mandatory argument ${index}`);
  }
  return text;
}

/** The value of a mandatory positional. Throws a ConfigError if it is none. */
export function positional<Value>(
  given: Arguments,
  index: number,
  { placeholder }: Positional,
  parse: Parse<Value>,
): Value {
  const text = textAt(given, index);
  const parsed = parse(text);
  if ("reason" in parsed) {
    throw new ConfigError(`${placeholder} ${parsed.reason}, not ${quoted(text)}`);
  }
  return parsed.value;
}
