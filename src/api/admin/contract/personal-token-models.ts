import { type Static, Type } from "@sinclair/typebox";
import {
  personalTokenDaysDefault,
  personalTokenDaysMax,
  personalTokenEnvironmentsMax,
  personalTokenScopes,
} from "../../../core/model/personal-token.ts";
import { linePattern } from "../../../core/text/text-patterns.ts";
import { MemberPath } from "./member-models.ts";
import { exactFields, lineOf, listOf, nullable, oneOf, Time } from "./shared-models.ts";

const Scope = oneOf(personalTokenScopes);

/** A personal token without its value, which is never stored. */
export const PersonalTokenRow = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scope: Scope,
    approves: Type.Boolean({ description: "Whether it may vote on requests." }),
    environments: nullable(
      listOf(
        Type.Object({
          id: Type.Integer({ minimum: 1 }),
          environment: Type.String({ description: "The slug of the environment." }),
          project: Type.String({ description: "The name of the project." }),
        }),
        { description: "The only environments that it may read and change; null for all." },
      ),
    ),
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
    approves: Type.Optional(
      Type.Boolean({ description: "Whether it may vote on requests, where a rule names it." }),
    ),
    environments: Type.Optional(
      listOf(Type.String({ maxLength: 300 }), {
        minItems: 1,
        maxItems: personalTokenEnvironmentsMax,
        description: "The ids or slugs of the only environments of the token; all unless sent.",
      }),
    ),
    expiresInDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: personalTokenDaysMax,
        description: `${personalTokenDaysDefault} unless sent.`,
      }),
    ),
  },
  { ...exactFields, $id: "NewPersonalToken" },
);
export type NewPersonalToken = Static<typeof NewPersonalToken>;

export const CreatedPersonalToken = Type.Object(
  {
    token: PersonalTokenRow,
    value: Type.String({ description: "The secret; it is shown only once." }),
  },
  { $id: "CreatedPersonalToken" },
);
export type CreatedPersonalToken = Static<typeof CreatedPersonalToken>;

export const PersonalTokenPath = Type.Object({
  token: Type.String({ description: "The id of the personal token." }),
});

export const MemberTokenPath = Type.Object({
  ...MemberPath.properties,
  ...PersonalTokenPath.properties,
});
