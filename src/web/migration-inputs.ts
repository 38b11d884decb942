import { Type } from "@sinclair/typebox";
import { exactFields } from "./contract/shared-models.ts";
import { body, nothing, text } from "./input-schemas.ts";

const code = text(100, 1);

/** What the routes of exports that wait for an owner take. */
export const migrationInputs = {
  "POST /migration/check": body(Type.Object({ code }, exactFields)),
  "POST /environments/:environment/migration/preview": body(Type.Object({ code }, exactFields)),
  "POST /environments/:environment/migration": body(
    Type.Object({ code, typed: Type.Optional(text(1_000)) }, exactFields),
  ),
  "DELETE /migration": body(Type.Object({ code }, exactFields)),
  "GET /migrations": nothing,
  "DELETE /migrations/:migration": nothing,
} as const;
