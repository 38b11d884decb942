import { Type } from "@sinclair/typebox";
import { int64 } from "../../../http/openapi/documented-formats.ts";

/** A user, or null. */
export const PersonModel = Type.Union(
  [
    Type.Object(
      { id: Type.Integer({ ...int64 }), name: Type.String(), email: Type.String() },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { $id: "Person", description: "Null if unknown (creator) or unassigned (owner)." },
);
