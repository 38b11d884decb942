import { type Static, Type } from "@sinclair/typebox";
import {
  type Description,
  describeFeature,
  descriptionLengthMax,
  tagLengthMax,
  tagsMax,
} from "../commands/feature-description.ts";
import { type Feature, longevities } from "../model/feature.ts";
import type { State } from "../model/state.ts";
import { operation } from "./administration-operation.ts";
import { featureNamed, memberNamed, projectNamed } from "./named.ts";
import {
  Asked,
  control,
  Email,
  exact,
  InProject,
  nullable,
  oneOf,
  optional,
  Timestamp,
  timestamp,
} from "./schemas.ts";

export const DescriptionModel = Type.Object(
  {
    key: Type.String(),
    description: nullable(Type.String()),
    longevity: nullable(oneOf(longevities)),
    tags: Type.Array(Type.String()),
    owner: nullable(Type.String({ description: "an e-mail address" })),
    creator: nullable(Type.String({ description: "an e-mail address" })),
    created_at: Timestamp,
  },
  exact,
);
export type DescriptionModel = Static<typeof DescriptionModel>;

const Text = Type.String({
  // Lines are allowed, other control characters are not.
  pattern: `^(?:[^${control}]|[\\n\\t])+$`,
  maxLength: descriptionLengthMax,
  description: `a text of 1 to ${descriptionLengthMax} characters`,
});
const Tags = Type.Array(
  Type.String({ pattern: `^(?!\\s)[^${control},]+(?<!\\s)$`, maxLength: tagLengthMax }),
  {
    maxItems: tagsMax,
    description:
      `at most ${tagsMax} tags of 1 to ${tagLengthMax} characters, without commas and ` +
      "outer spaces",
  },
);

export const featureOperations = {
  "feature.describe": operation({
    /** What is missing stays, null takes away. */
    input: Type.Object(
      {
        ...InProject,
        name: Asked,
        description: optional(nullable(Text)),
        longevity: optional(nullable(oneOf(longevities))),
        tags: optional(Tags),
        owner: optional(nullable(Email)),
      },
      exact,
    ),
    output: DescriptionModel,
    work(draft, { project, name, owner, description, longevity, tags }) {
      const feature = featureNamed(draft.state, projectNamed(draft.state, project), name);
      const changed: Partial<Description> = {
        ...(description === undefined ? {} : { description }),
        ...(longevity === undefined ? {} : { longevity }),
        ...(tags === undefined ? {} : { tags }),
        ...(owner === undefined
          ? {}
          : { ownerId: owner === null ? null : memberNamed(draft.state, owner).id }),
      };
      return descriptionModel(draft.state, describeFeature(draft, feature, changed));
    },
  }),
};

function descriptionModel(state: State, feature: Feature): DescriptionModel {
  const emailOf = (userId: number | null) =>
    userId === null ? null : (state.users.get(userId)?.email ?? null);
  return {
    key: feature.key,
    description: feature.description,
    longevity: feature.longevity,
    tags: [...feature.tags],
    owner: emailOf(feature.ownerId),
    creator: emailOf(feature.creatorId),
    created_at: timestamp(feature.createdAt),
  };
}
