import { type TSchema, Type } from "@sinclair/typebox";

export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export const inEnvironment = {
  environment: orNull(
    Type.String({
      description: "The slug of the environment; null if the server does not report it.",
    }),
  ),
};
