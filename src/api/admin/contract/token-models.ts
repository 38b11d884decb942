import { type Static, Type } from "@sinclair/typebox";
import { tokenAccesses } from "../../../core/model/token.ts";
import { emailLengthMax } from "../../../core/text/person-text.ts";
import { linePattern } from "../../../core/text/text-patterns.ts";
import { dayMs, minuteMs } from "../../../core/time-units.ts";
import { latestFirst, nextOf } from "./page-models.ts";
import {
  AnyEnvironmentPath,
  exactFields,
  Id,
  inEnvironment,
  lineOf,
  listOf,
  nullable,
  oneOf,
  Person,
  Time,
} from "./shared-models.ts";

/** The limits of a token's lifetime, in milliseconds. */
export const tokenLifetimeBounds = { minimum: minuteMs, maximum: 3_650 * dayMs } as const;

export const overlapHoursDefault = 24;
export const overlapHoursMax = 720;

const Access = oneOf(tokenAccesses);

/** A token without its value, which is never stored. */
export const TokenRow = Type.Object(
  {
    id: Id,
    name: Type.String(),
    ...inEnvironment,
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

export const TokenList = Type.Object(
  {
    tokens: listOf(TokenRow),
    revokedCount: Type.Integer({
      minimum: 0,
      description: "How many tokens are revoked, on all pages together.",
    }),
    ...nextOf("before"),
  },
  { $id: "TokenList" },
);

export const TokenQuery = Type.Object(
  {
    revoked: Type.Optional(Type.Literal("true", { description: "Lists revoked tokens too." })),
    ...latestFirst,
  },
  exactFields,
);
export type TokenQuery = Static<typeof TokenQuery>;

export const NewToken = Type.Object(
  {
    name: lineOf(255, linePattern),
    access: Access,
    managesEnvironments: Type.Optional(Type.Boolean()),
    expiresInMs: Type.Optional(
      Type.Integer({
        ...tokenLifetimeBounds,
        description: "How long the token is valid; without limit unless sent.",
      }),
    ),
    owner: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: emailLengthMax,
        description:
          "The e-mail address of the member who owns the token; the caller unless sent, or the first " +
          "owner if the caller is not a member of the project.",
      }),
    ),
  },
  { ...exactFields, $id: "NewToken" },
);

export const CreatedToken = Type.Object(
  { token: TokenRow, value: Type.String({ description: "The secret; it is shown only once." }) },
  { $id: "CreatedToken" },
);
/** A new token with its value, which the server shows once. */
export type CreatedToken = Static<typeof CreatedToken>;

export const TokenRotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: overlapHoursMax,
        description:
          `How long the earlier token stays valid; ${overlapHoursDefault} unless sent. With 0 it is revoked ` +
          "at once.",
      }),
    ),
  },
  { ...exactFields, $id: "TokenRotation" },
);

export const RotatedToken = Type.Object(
  {
    token: TokenRow,
    value: Type.String({ description: "The secret of the new token; it is shown only once." }),
    earlier: TokenRow,
  },
  { $id: "RotatedToken" },
);

export const RevokedToken = Type.Object({ token: TokenRow }, { $id: "RevokedToken" });

export const TokenPath = Type.Object({
  ...AnyEnvironmentPath.properties,
  token: Type.String({ description: "The id of the token." }),
});
