import { type TSchema, Type } from "@sinclair/typebox";

/*
 * Pieces of operations' inputs and outputs. A description completes the sentence "x must be …",
 * which is what whoever gave a wrong input is told.
 */

export const exact = { additionalProperties: false } as const;

/** May be missing, or undefined, which JSON makes missing. */
export function optional<Schema extends TSchema>(schema: Schema) {
  const { description } = schema;
  return Type.Optional(
    Type.Union([schema, Type.Undefined()], description === undefined ? {} : { description }),
  );
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  const description = schema.description === undefined ? {} : { description: schema.description };
  return Type.Union([schema, Type.Null()], description);
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return Type.Union(
    words.map((word) => Type.Literal(word)),
    { description: `one of ${words.join(", ")}` },
  );
}

export function integer(bounds: { readonly minimum: number; readonly maximum: number }) {
  return Type.Integer({
    ...bounds,
    description: `an integer from ${bounds.minimum} to ${bounds.maximum}`,
  });
}

const nameLengthMax = 255;
const emailLengthMax = 254;

/*
 * Patterns are texts, as TypeBox checks a string's form only by those. Unpaired surrogates need no
 * pattern: neither a shell nor the socket lets them in.
 */
export const control = "\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029";

/** Printable text of one line. */
export const Name = Type.String({
  pattern: `^(?!\\s)[^${control}]+(?<!\\s)$`,
  maxLength: nameLengthMax,
  description: `one line of 1 to ${nameLengthMax} characters without outer spaces`,
});
export const Id = Type.Integer({ minimum: 1, description: "a positive integer" });
export const Email = Type.String({
  pattern: `^[^\\s${control}@]+@[^\\s${control}@]+$`,
  maxLength: emailLengthMax,
  description: `an e-mail address of at most ${emailLengthMax} characters`,
});
/** Any text: what is asked for by name need only be found. */
export const Asked = Type.String({ maxLength: 1_024, description: "at most 1024 characters" });
/** The project that an operation works in; the first one unless it is named. */
export const InProject = { project: optional(Asked) };
/** ISO 8601, UTC. */
export const Timestamp = Type.String();

export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
