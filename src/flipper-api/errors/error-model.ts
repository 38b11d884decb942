import { type Static, Type } from "@sinclair/typebox";

/** The body of a refusal (docs/api.md#errors). */
export const ErrorModel = Type.Object(
  {
    code: Type.Union([Type.Integer(), Type.String()], {
      description: "A number, or a word for refusals that have no number.",
    }),
    message: Type.String(),
    more_info: Type.String({ description: "A link to this documentation." }),
    error: Type.Optional(
      Type.String({ description: "The message again; only in refusals of an import." }),
    ),
  },
  { additionalProperties: false },
);
export type ErrorModel = Static<typeof ErrorModel>;
