import { type Static, Type } from "@sinclair/typebox";

/** The body of every refusal, with a status of 400 or more (docs/admin-api.md#errors). */
export const AdminError = Type.Object(
  {
    code: Type.String({ description: "A stable word." }),
    message: Type.String({ description: "One sentence with the reason and the remedy." }),
    place: Type.Optional(
      Type.String({ description: "The invalid part of the input, such as `add[3]`." }),
    ),
    retry_after: Type.Optional(
      Type.Integer({ description: "The seconds after which the request may be sent again." }),
    ),
    more_info: Type.String({ description: "A link to the documentation, a URL or a path." }),
  },
  { $id: "AdminError", additionalProperties: false },
);
export type AdminError = Static<typeof AdminError>;
