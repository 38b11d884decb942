import { type Static, Type } from "@sinclair/typebox";
import { tokenAccesses } from "../../model/token.ts";
import { linePattern } from "../../text/text-patterns.ts";
import {
  exactFields,
  Id,
  integerFrom,
  lineOf,
  listOf,
  nullable,
  OfEnvironment,
  oneOf,
  Person,
  Time,
} from "./shared-models.ts";

const Access = oneOf(tokenAccesses);

/** A token without its value, which is never stored. */
export const TokenRow = Type.Object(
  {
    id: Id,
    name: Type.String(),
    access: Access,
    managesEnvironments: Type.Boolean(),
    owner: nullable(Person),
    isPreview: Type.Boolean(),
    createdAt: Time,
    revokedAt: nullable(Time),
    expiresAt: nullable(Time),
    lastUsedAt: nullable(Time),
  },
  { $id: "Token" },
);
export type TokenRow = Static<typeof TokenRow>;

export const TokenList = Type.Object({ tokens: listOf(TokenRow) }, { $id: "TokenList" });

export const NewToken = Type.Object(
  {
    name: lineOf(255, linePattern),
    access: Access,
    managesEnvironments: Type.Optional(Type.Boolean()),
    expiresInDays: Type.Optional(integerFrom(1, 3_650)),
  },
  { ...exactFields, $id: "NewToken" },
);

export const CreatedToken = Type.Object(
  { token: TokenRow, value: Type.String({ description: "The secret; it is shown only once." }) },
  { $id: "CreatedToken" },
);

export const OfToken = Type.Object({
  ...OfEnvironment.properties,
  token: Type.String({ description: "The id of the token." }),
});
