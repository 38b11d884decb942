import { type TSchema, Type } from "@sinclair/typebox";

export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export const TimeText = Type.String({
  description: "a time in UTC, such as 2026-01-31T23:59:59.000Z",
});

/** A member of every answer about one environment. */
export const inEnvironment = {
  environment: orNull(
    Type.String({
      description: "The slug of the environment; null if the server does not report it.",
    }),
  ),
};
