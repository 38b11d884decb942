import { type TSchema, Type } from "@sinclair/typebox";
import { controlCharacters, linePattern } from "../text/text-patterns.ts";

/*
 * TypeBox schemas of administration inputs and outputs. A description completes the sentence "x
 * must be …" in the error message for a wrong input.
 */

export const exact = { additionalProperties: false } as const;

/** A property that may be missing or undefined; JSON leaves out undefined properties. */
export function optionalSchema<Schema extends TSchema>(schema: Schema) {
  const { description } = schema;
  return Type.Optional(
    Type.Union([schema, Type.Undefined()], description === undefined ? {} : { description }),
  );
}

export function nullableSchema<Schema extends TSchema>(schema: Schema) {
  const description = schema.description === undefined ? {} : { description: schema.description };
  return Type.Union([schema, Type.Null()], description);
}

export function oneOfSchema<const Word extends string>(words: readonly Word[]) {
  return Type.Union(
    words.map((word) => Type.Literal(word)),
    { description: `one of ${words.join(", ")}` },
  );
}

export function integerSchema(bounds: { readonly minimum: number; readonly maximum: number }) {
  return Type.Integer({
    ...bounds,
    description: `an integer from ${bounds.minimum} to ${bounds.maximum}`,
  });
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
export const Id = Type.Integer({ minimum: 1, description: "a positive integer" });
export const Email = Type.String({
  pattern: `^[^\\s${controlCharacters}@]+@[^\\s${controlCharacters}@]+$`,
  maxLength: emailLengthMax,
  description: `an e-mail address of at most ${emailLengthMax} characters`,
});
/** The name of something that must already exist, so its form needs no further check. */
export const LookupText = Type.String({ maxLength: 1_024, description: "at most 1024 characters" });
/** The project of an operation; the first project if it is missing. */
export const InProject = { project: optionalSchema(LookupText) };
/** ISO 8601, UTC. */
export const Timestamp = Type.String({
  description: "a time in UTC, such as 2026-01-31T23:59:59.000Z",
});

export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}
