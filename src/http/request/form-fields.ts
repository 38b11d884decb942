import { decodeFormComponent } from "./percent-decoding.ts";
import { requestInvalid } from "./request-invalid.ts";

const formFieldsMax = 1000;
/** More than the names that a list may have, so that the refusal of a long list names the list. */
const listItemsMax = 20_000;
const listBrackets = "[]";

/** One `name=value` of a query string or a form body. */
export type FormField = {
  /** The brackets after the name: empty, `[]` for an item of a list, `[x]` for a member. */
  readonly brackets: string;
  /** The value as it was sent, still percent-encoded. */
  readonly encoded: string;
  readonly text: string;
};

/**
 * Returns the fields by their name without brackets, in the order sent. It decodes every field, so a
 * bad escape in an unknown field is an error too. Throws request_invalid for a bad escape, for more
 * than 1,000 fields outside lists, and for more than 20,000 items (docs/api.md#requests).
 */
export function parseFormFields(encoded: string): Map<string, FormField[]> {
  const fieldsByName = new Map<string, FormField[]>();
  let fieldCount = 0;
  let itemCount = 0;
  let start = 0;
  while (start < encoded.length) {
    const ampersand = encoded.indexOf("&", start);
    const end = ampersand === -1 ? encoded.length : ampersand;
    if (end > start) {
      const { brackets } = addField(fieldsByName, encoded.slice(start, end));
      if (brackets === listBrackets) {
        itemCount++;
      } else {
        fieldCount++;
      }
      if (fieldCount > formFieldsMax || itemCount > listItemsMax) {
        throw requestInvalid(
          `more than ${formFieldsMax} parameters, or more than ${listItemsMax} items of lists`,
        );
      }
    }
    start = end + 1;
  }
  return fieldsByName;
}

function addField(fieldsByName: Map<string, FormField[]>, pair: string): FormField {
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
  return field;
}
