import { type Static, Type } from "@sinclair/typebox";

/** SPEC.md 2.5. */
export const ErrorModel = Type.Object(
  {
    code: Type.Union([Type.Integer(), Type.String()], {
      description: "A number, or a name for refusals that have none.",
    }),
    message: Type.String(),
    more_info: Type.String({ description: "A link to this documentation." }),
  },
  { additionalProperties: false },
);
export type ErrorModel = Static<typeof ErrorModel>;
