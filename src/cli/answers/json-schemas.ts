import { type TSchema, Type } from "@sinclair/typebox";

/* Schemas of the output of --json. The descriptions appear in docs/cli.md. */

/** Has the description of the schema unless another one is given. */
export function orNull<Schema extends TSchema>(schema: Schema, description = schema.description) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/** A member of every answer about one environment. */
export const inEnvironment = {
  environment: orNull(
    Type.String({
      description: "The slug of the environment; null if the server does not report it.",
    }),
  ),
};

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

export const Id = Type.Integer({ minimum: 1, description: "a positive integer" });

/** A named object of an environment. */
export const namedInEnvironment = {
  id: Id,
  name: Type.String(),
  project: Type.String(),
  environment: Type.String({ description: "a slug" }),
};

/** ISO 8601, UTC. */
export const Timestamp = Type.String({
  description: "a time in UTC, such as 2026-01-31T23:59:59.000Z",
});

/** `ms` is milliseconds since the epoch. */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : toTimestamp(ms);
}
