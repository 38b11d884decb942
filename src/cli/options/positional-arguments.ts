import type { Arguments, Positional } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import type { ValueParser } from "../../config/value-parsers.ts";
import { quote } from "../../core/text/quote.ts";

/** The text of a mandatory argument. */
export function positionalText(given: Arguments, index: number): string {
  const text = given.positionals[index];
  if (text === undefined) {
    throw new Error(`The command has no mandatory argument ${index}`);
  }
  return text;
}

/** The parsed value of a mandatory argument. Throws a ConfigError if it is invalid. */
export function positionalValue<Value>(
  given: Arguments,
  index: number,
  { placeholder }: Positional,
  parse: ValueParser<Value>,
): Value {
  const text = positionalText(given, index);
  const parsed = parse(text);
  if ("reason" in parsed) {
    throw new ConfigError(`${placeholder} ${parsed.reason}, not ${quote(text)}`);
  }
  return parsed.value;
}
