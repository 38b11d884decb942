import type { Positional } from "../../config/arguments.ts";
import type { ParseResult } from "../../config/value-parsers.ts";
import { emailLengthMax, isEmail, isPersonName } from "../../core/text/person-text.ts";

/** The name of a new object. */
export function parseLine(text: string): ParseResult<string> {
  return isPersonName(text)
    ? { value: text }
    : { reason: "must be one line of 1 to 255 characters without spaces at either end" };
}

export function parseEmail(text: string): ParseResult<string> {
  return isEmail(text)
    ? { value: text }
    : { reason: `must be an e-mail address of at most ${emailLengthMax} characters` };
}

/** The name of an existing object; an empty one would change the meaning of a path. */
export function parseKnown(text: string): ParseResult<string> {
  return text === "" ? { reason: "must not be empty" } : { value: text };
}

export const emailPositional: Positional = {
  placeholder: "EMAIL",
  description: "The member's e-mail address.",
};
