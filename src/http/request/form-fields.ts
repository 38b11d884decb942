import { decodeFormComponent } from "./percent-decoding.ts";
import { requestInvalid } from "./request-invalid.ts";

export const formFieldsMax = 1000;

/** One `name=value` of a query string or a form body. */
export type FormField = {
  /** What follows the name in brackets: empty, `[]` for an item of a list, `[x]` for a member. */
  readonly brackets: string;
  /** The value as it was sent, still percent-encoded. */
  readonly encoded: string;
  readonly text: string;
};

/**
 * The fields by their name without brackets, in the order they came. Every field is decoded, also
 * those nobody asks for: request_invalid for a bad escape and for more than 1,000 fields
 * (DESIGN.md section 6).
 */
export function parseFormFields(encoded: string): Map<string, FormField[]> {
  const fieldsByName = new Map<string, FormField[]>();
  let count = 0;
  let start = 0;
  while (start < encoded.length) {
    const ampersand = encoded.indexOf("&", start);
    const end = ampersand === -1 ? encoded.length : ampersand;
    if (end > start) {
      count++;
      if (count > formFieldsMax) {
        throw requestInvalid(`more than ${formFieldsMax} parameters`);
      }
      addField(fieldsByName, encoded.slice(start, end));
    }
    start = end + 1;
  }
  return fieldsByName;
}

function addField(fieldsByName: Map<string, FormField[]>, pair: string): void {
  const equals = pair.indexOf("=");
  const fullName = decodeFormComponent(equals === -1 ? pair : pair.slice(0, equals));
  const encoded = equals === -1 ? "" : pair.slice(equals + 1);
  const bracket = fullName.indexOf("[", 1);
  const name = bracket === -1 ? fullName : fullName.slice(0, bracket);
  const brackets = bracket === -1 ? "" : fullName.slice(bracket);
  const field: FormField = { brackets, encoded, text: decodeFormComponent(encoded) };
  const fields = fieldsByName.get(name);
  if (fields === undefined) {
    fieldsByName.set(name, [field]);
  } else {
    fields.push(field);
  }
}

/**
 * The values of a list sent as one field: split at the commas that were sent as such, then decoded,
 * so that a name may hold an encoded comma (WIRE.md B.3). Empty items are dropped.
 */
export function splitEncodedList(encoded: string): readonly string[] {
  return encoded
    .split(",")
    .filter((item) => item !== "")
    .map(decodeFormComponent);
}
