import { type Static, Type } from "@sinclair/typebox";
import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import { Count, codePointsUpTo, TypedKey } from "./feature-models.ts";
import { reasonMember } from "./reason-models.ts";
import {
  exactFields,
  integerFrom,
  listOf,
  nullable,
  surrogates,
  Time,
  textUpTo,
} from "./shared-models.ts";

export const retiredPageMax = 1_000;

const RetiredKeyRow = Type.Object(
  {
    key: Type.String(),
    retiredAt: Time,
    author: Type.Object({
      id: Type.String({ description: "Such as `User:1` or `Token:2`." }),
      name: Type.String(),
    }),
    reason: nullable(Type.String()),
  },
  { $id: "RetiredKey" },
);
export type RetiredKeyRow = Static<typeof RetiredKeyRow>;

export const RetiredKeyQuery = Type.Object(
  {
    text: Type.Optional({
      ...codePointsUpTo(featureKeyLengthMax),
      description: "Lists keys that contain this text in any letter case.",
    }),
    after: Type.Optional({
      ...codePointsUpTo(featureKeyLengthMax),
      description: "The `next` of the page before.",
    }),
    limit: Type.Optional({
      ...integerFrom(1, retiredPageMax),
      description: `How many keys to list at most; ${retiredPageMax} unless sent.`,
    }),
  },
  exactFields,
);

export const RetiredKeyList = Type.Object(
  {
    retireOnDelete: Type.Boolean({
      description: "Whether deletions retire the key unless they say otherwise.",
    }),
    count: { ...Count, description: "Of all retired keys of the project." },
    keys: listOf(RetiredKeyRow, { description: "Sorted by key." }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: "The value of `after` for the next page; null at the end.",
    }),
  },
  { $id: "RetiredKeyList" },
);

export const NewRetiredKey = Type.Object(
  { key: { ...TypedKey, description: "A key without a feature." }, ...reasonMember },
  { ...exactFields, $id: "NewRetiredKey" },
);

export const FreedKeyQuery = Type.Object(
  {
    key: {
      ...textUpTo(featureKeyLengthMax * surrogates, 1),
      description: "The key. It is not in the path, because it may be `.` or `..`.",
    },
  },
  exactFields,
);

export const RetirementPolicy = Type.Object(
  { retireOnDelete: Type.Boolean() },
  { ...exactFields, $id: "RetirementPolicy" },
);
