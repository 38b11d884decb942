import type { Arguments } from "../../config/arguments.ts";
import type { ParseResult } from "../../config/value-parsers.ts";
import { isLongerThan } from "../../core/text/text-length.ts";
import { positionalValue } from "./positional-arguments.ts";

export const featureKey = {
  placeholder: "KEY",
  description: "The feature's key.",
  completion: "features" as const,
};

const keyLengthMax = 255;
/** URLs drop these path segments, so no feature has such a key (docs/api.md#names-in-paths). */
const dots: ReadonlySet<string> = new Set([".", ".."]);

/** The first argument. Throws a ConfigError for an invalid key. */
export function featureKeyIn(given: Arguments): string {
  return positionalValue(given, 0, featureKey, parseFeatureKey);
}

/** Parses the key of a feature. */
export function parseFeatureKey(text: string): ParseResult<string> {
  return text === "" || dots.has(text) || isLongerThan(text, keyLengthMax)
    ? { reason: `must be a name of 1 to ${keyLengthMax} characters, and not . or ..` }
    : { value: text };
}
