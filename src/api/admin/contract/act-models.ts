import { type Static, Type } from "@sinclair/typebox";
import { actKinds } from "../../../core/model/act.ts";
import { Links } from "./reason-models.ts";
import {
  environmentText,
  exactFields,
  integerFrom,
  listOf,
  nullable,
  oneOf,
  surrogates,
  Time,
  textUpTo,
} from "./shared-models.ts";

const searchedLengthMax = 200;
const Hash = Type.String({ description: "SHA-256 in hexadecimal." });

export const ActRow = Type.Object(
  {
    n: Type.Integer({ minimum: 1, description: "The number of the act in the installation." }),
    at: Time,
    kind: oneOf(actKinds),
    actor: Type.Object({
      type: oneOf(["User", "Token", "Shell", "Server"]),
      id: nullable(Type.String()),
      name: Type.Union([Type.String(), Type.Null()], {
        description: "The name of the person or the token; null if there is none any more.",
      }),
    }),
    environment: Type.Union([Type.Integer(), Type.Null()], {
      description: "The id of the environment that the act is about.",
    }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: "Further members, which depend on the kind; never a secret.",
    }),
    reason: nullable(Type.String()),
    links: Links,
    head: Type.Union(
      [Type.Object({ sequence: Type.Integer(), hash: nullable(Hash) }), Type.Null()],
      {
        description: "The last audit that the act removed, with its hash.",
      },
    ),
    hash: Hash,
  },
  { $id: "Act" },
);
export type ActRow = Static<typeof ActRow>;

export const ActPage = Type.Object(
  {
    acts: listOf(ActRow),
    next: Type.Union([Type.Integer(), Type.Null()], {
      description: "The `before` of the next page, which may have no acts; null at the end.",
    }),
  },
  { $id: "ActPage" },
);

export const ActQuery = Type.Object(
  {
    kind: Type.Optional(oneOf(actKinds)),
    actor: Type.Optional(
      Type.String({
        pattern: "^(User:\\d{1,15}|Token:\\d{1,15}|Shell|Server)$",
        description: "The author: `User:1`, `Token:2`, `Shell` or `Server`.",
      }),
    ),
    environment: Type.Optional(
      environmentText(
        "Only acts about this environment, as in a path, or the id of a deleted one.",
      ),
    ),
    text: Type.Optional({
      ...textUpTo(searchedLengthMax * surrogates, 1),
      description:
        "A part of the author's name, the reason, a link or a value of the details, in any letter " +
        "case. People and tokens in the details count by their names. A hash must be whole.",
    }),
    from: Type.Optional(Time),
    to: Type.Optional(Time),
    before: Type.Optional(
      Type.Integer({ minimum: 1, description: "Only acts with a lower number." }),
    ),
    limit: Type.Optional(integerFrom(1, 250)),
  },
  exactFields,
);
export type ActQuery = Static<typeof ActQuery>;
