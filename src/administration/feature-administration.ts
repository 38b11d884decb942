import { type Static, Type } from "@sinclair/typebox";
import {
  exact,
  nullableSchema,
  oneOfSchema,
  Timestamp,
  toTimestamp,
} from "../api-client/json-schemas.ts";
import {
  type Description,
  describeFeature,
  descriptionLengthMax,
  tagLengthMax,
  tagsMax,
} from "../commands/feature-description.ts";
import { type Feature, longevities } from "../model/feature.ts";
import type { State } from "../model/state.ts";
import { linesPattern, listedPattern } from "../text/text-patterns.ts";
import { administrationOperation } from "./administration-operation.ts";
import { Email, InProject, LookupText, optionalSchema } from "./administration-schemas.ts";
import { requireFeature, requireMember, requireProject } from "./find-by-name.ts";

const AdministeredFeature = Type.Object(
  {
    key: Type.String(),
    description: nullableSchema(Type.String()),
    longevity: nullableSchema(oneOfSchema(longevities)),
    tags: Type.Array(Type.String()),
    owner: nullableSchema(Type.String({ description: "an e-mail address" })),
    creator: nullableSchema(Type.String({ description: "an e-mail address" })),
    created_at: Timestamp,
  },
  exact,
);
type AdministeredFeature = Static<typeof AdministeredFeature>;

const Text = Type.String({
  // Line breaks and tabs are allowed, other control characters are not.
  pattern: linesPattern,
  maxLength: descriptionLengthMax,
  description: `a text of 1 to ${descriptionLengthMax} characters`,
});
const Tags = Type.Array(Type.String({ pattern: listedPattern, maxLength: tagLengthMax }), {
  maxItems: tagsMax,
  description:
    `at most ${tagsMax} tags of 1 to ${tagLengthMax} characters, without commas or ` +
    "spaces at either end",
});

export const featureOperations = {
  "feature.describe": administrationOperation({
    /** A missing property stays as it is; null removes its value. */
    input: Type.Object(
      {
        ...InProject,
        name: LookupText,
        description: optionalSchema(nullableSchema(Text)),
        longevity: optionalSchema(nullableSchema(oneOfSchema(longevities))),
        tags: optionalSchema(Tags),
        owner: optionalSchema(nullableSchema(Email)),
      },
      exact,
    ),
    output: AdministeredFeature,
    work(draft, { project, name, owner, description, longevity, tags }) {
      const feature = requireFeature(draft.state, requireProject(draft.state, project), name);
      const changed: Partial<Description> = {
        ...(description === undefined ? {} : { description }),
        ...(longevity === undefined ? {} : { longevity }),
        ...(tags === undefined ? {} : { tags }),
        ...(owner === undefined
          ? {}
          : { ownerId: owner === null ? null : requireMember(draft.state, owner).id }),
      };
      return administeredFeature(draft.state, describeFeature(draft, feature, changed));
    },
  }),
};

function administeredFeature(state: State, feature: Feature): AdministeredFeature {
  const emailOf = (userId: number | null) =>
    userId === null ? null : (state.users.get(userId)?.email ?? null);
  return {
    key: feature.key,
    description: feature.description,
    longevity: feature.longevity,
    tags: [...feature.tags],
    owner: emailOf(feature.ownerId),
    creator: emailOf(feature.creatorId),
    created_at: toTimestamp(feature.createdAt),
  };
}
