import { GatehouseError } from "../../core/errors.ts";
import type { Parameters } from "./parameters.ts";
import { decodeFormComponent } from "./percent-decoding.ts";

/** The maximum number of different names in a list (docs/api.md#keys-and-groups). */
const namesMax = 10_000;

/** Whether a name with a comma exists and must not be split. */
export type IsName = (text: string) => boolean;

/**
 * Returns the names in a list parameter, such as `keys`, in the order of their first mention.
 * Undefined if the parameter is missing. Throws request_invalid for a parameter without a single
 * value, and parameter_invalid for more than 10,000 names.
 */
export function nameListOf(
  query: Parameters,
  parameter: string,
  isName: IsName,
): ReadonlySet<string> | undefined {
  const encoded = query.encodedText(parameter);
  return encoded === undefined ? undefined : namesIn(parameter, [encoded], isName);
}

/**
 * As `nameListOf`, for a parameter that may be repeated, or sent as `parameter[]` with one exact name
 * in each.
 */
export function repeatedNameListOf(
  query: Parameters,
  parameter: string,
  isName: IsName,
): ReadonlySet<string> | undefined {
  const exact = query.listTexts(parameter);
  if (exact !== undefined) {
    return limited(parameter, new Set(exact));
  }
  const encoded = query.encodedTexts(parameter);
  return encoded === undefined ? undefined : namesIn(parameter, encoded, isName);
}

/**
 * Splits values at literal commas (`,`), and decodes each part. An existing name is one item. Any
 * other part is split at its decoded commas, because most encoders escape the commas of a list. Empty
 * items are dropped (docs/api.md#keys-and-groups).
 */
function namesIn(
  parameter: string,
  encodedValues: readonly string[],
  isName: IsName,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const encoded of encodedValues) {
    for (const part of encoded.split(",")) {
      const text = decodeFormComponent(part);
      const items = text.includes(",") && !isName(text) ? text.split(",") : [text];
      for (const item of items) {
        if (item !== "") {
          names.add(item);
        }
      }
      limited(parameter, names);
    }
  }
  return names;
}

function limited(parameter: string, names: ReadonlySet<string>): ReadonlySet<string> {
  if (names.size > namesMax) {
    throw new GatehouseError("parameter_invalid", {
      message: `${parameter} holds more than ${namesMax} names`,
    });
  }
  return names;
}
