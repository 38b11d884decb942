import { type TSchema, Type } from "@sinclair/typebox";
import { controlCharacters, linePattern } from "../text/text-patterns.ts";

/*
 * TypeBox schemas of administration inputs and outputs. A description completes the sentence "x
 * must be …" in the error message for a wrong input.
 */

/** A property that may be missing or undefined; JSON leaves out undefined properties. */
export function optionalSchema<Schema extends TSchema>(schema: Schema) {
  const { description } = schema;
  return Type.Optional(
    Type.Union([schema, Type.Undefined()], description === undefined ? {} : { description }),
  );
}

const nameLengthMax = 255;
const emailLengthMax = 254;

/** One line of printable text. */
export const Name = Type.String({
  // Unpaired surrogates need no pattern: neither the shell nor the socket accepts them.
  pattern: linePattern,
  maxLength: nameLengthMax,
  description: `one line of 1 to ${nameLengthMax} characters without spaces at either end`,
});
export const Email = Type.String({
  pattern: `^[^\\s${controlCharacters}@]+@[^\\s${controlCharacters}@]+$`,
  maxLength: emailLengthMax,
  description: `an e-mail address of at most ${emailLengthMax} characters`,
});
/** The name of something that must already exist, so its form needs no further check. */
export const LookupText = Type.String({ maxLength: 1_024, description: "at most 1024 characters" });
/** The project of an operation; the first project if it is missing. */
export const InProject = { project: optionalSchema(LookupText) };
