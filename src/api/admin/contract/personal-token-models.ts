import { type Static, Type } from "@sinclair/typebox";
import { personalTokenDaysMax, personalTokenScopes } from "../../../core/model/personal-token.ts";
import { linePattern } from "../../../core/text/text-patterns.ts";
import { OfMember } from "./member-models.ts";
import {
  exactFields,
  integerFrom,
  lineOf,
  listOf,
  nullable,
  oneOf,
  Time,
} from "./shared-models.ts";

const Scope = oneOf(personalTokenScopes);

/** A personal token without its value, which is never stored. */
export const PersonalTokenRow = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scope: Scope,
    createdAt: Time,
    expiresAt: Time,
    lastUsedAt: nullable(Time),
  },
  { $id: "PersonalToken" },
);
export type PersonalTokenRow = Static<typeof PersonalTokenRow>;

export const ListedPersonalTokens = Type.Object(
  { tokens: listOf(PersonalTokenRow) },
  { $id: "ListedPersonalTokens" },
);

export const NewPersonalToken = Type.Object(
  {
    name: lineOf(255, linePattern),
    scope: Scope,
    expiresInDays: integerFrom(1, personalTokenDaysMax),
  },
  { ...exactFields, $id: "NewPersonalToken" },
);

export const CreatedPersonalToken = Type.Object(
  {
    token: PersonalTokenRow,
    value: Type.String({ description: "The secret; it is shown only once." }),
  },
  { $id: "CreatedPersonalToken" },
);
export type CreatedPersonalToken = Static<typeof CreatedPersonalToken>;

export const OfPersonalToken = Type.Object({
  token: Type.String({ description: "The id of the personal token." }),
});

export const OfMemberToken = Type.Object({
  ...OfMember.properties,
  ...OfPersonalToken.properties,
});
