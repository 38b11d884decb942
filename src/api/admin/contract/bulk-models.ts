import { type Static, Type } from "@sinclair/typebox";
import { Count, DescriptionBody, Percent, TypedKey } from "./feature-models.ts";
import { changeMember } from "./reason-models.ts";
import {
  environmentText,
  exactFields,
  Id,
  listOf,
  oneOf,
  textUpTo,
  WrittenStep,
} from "./shared-models.ts";

export const bulkKeysMax = 5_000;

const { tags, ownerId, longevity } = DescriptionBody.properties;
const Tags = { ...tags, maxItems: 20 };

/** The parts of a description that a bulk change can write, of one feature. */
const DescriptionOfFeature = Type.Object(
  {
    key: TypedKey,
    tags: Type.Optional(tags),
    ownerId: Type.Optional(ownerId),
    longevity: Type.Optional(longevity),
  },
  { ...exactFields, $id: "DescriptionOfFeature" },
);
export type DescriptionOfFeature = Static<typeof DescriptionOfFeature>;

export const force = Type.Boolean({
  description: "Whether features that were checked in the last 7 days are deleted too.",
});

const BulkDeletion = Type.Union([
  Type.Literal(true),
  Type.Object(
    { retire: Type.Optional(Type.Boolean()), force: Type.Optional(force) },
    { ...exactFields, minProperties: 1 },
  ),
]);
export type BulkDeletion = Static<typeof BulkDeletion>;

const only = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** One change of many features: exactly one of the members. */
const BulkChange = Type.Object(
  {
    enable: only("Enables the features for everyone."),
    clear: only("Clears all gates of the features in the environment."),
    percentageOfActors: Type.Optional(Percent),
    copyTo: Type.Optional(
      Type.Union([Id, environmentText("The other environment, as in a path.")], {
        description: "Copies the gates in force here to another environment.",
      }),
    ),
    mirror: only("Deletes the environment's own gates, so that the features follow Production."),
    delete: Type.Optional({
      ...BulkDeletion,
      description:
        "Deletes the features in every environment. With `retire` true their keys are retired; as " +
        "the project chose unless sent.",
    }),
    tags: Type.Optional(
      Type.Object({ add: Type.Optional(Tags), remove: Type.Optional(Tags) }, exactFields),
    ),
    ownerId: Type.Optional({ ...ownerId, description: "Null removes the owner." }),
    longevity: Type.Optional(longevity),
    describe: Type.Optional(
      listOf(DescriptionOfFeature, {
        maxItems: bulkKeysMax,
        description:
          "Values for each of `keys`. The `before` of an answer reverts a change of descriptions.",
      }),
    ),
  },
  {
    ...exactFields,
    minProperties: 1,
    maxProperties: 1,
    $id: "BulkChange",
    description: "Exactly one of the members.",
  },
);
export type BulkChange = Static<typeof BulkChange>;

const selected = {
  keys: listOf(TypedKey, {
    minItems: 1,
    maxItems: bulkKeysMax,
    uniqueItems: true,
    description: "The keys of the features. Keys without a feature are skipped.",
  }),
  change: BulkChange,
};

export const NewBulkChange = Type.Object(
  {
    ...selected,
    ...changeMember,
    typed: Type.Optional({
      ...textUpTo(10),
      description:
        "The number of `keys`, for deletions, and for changes in Production that many actors notice.",
    }),
  },
  { ...exactFields, $id: "NewBulkChange" },
);

export const PreviewedBulkChange = Type.Object(selected, {
  ...exactFields,
  $id: "PreviewedBulkChange",
});

const outcome = {
  changed: { ...Count, description: "How many features the change affects." },
  unchanged: { ...Count, description: "How many features stay as they are." },
  unchangedBecause: listOf(
    Type.Object({
      reason: oneOf(["same", "tags_full"]),
      count: Count,
    }),
    {
      description:
        "Why features stay as they are: they are like that already, or would have over 20 tags.",
    },
  ),
  missing: listOf(Type.String(), { description: "The keys without a feature." }),
  pinned: {
    ...Count,
    description: "How many of the changed features followed Production in the environment before.",
  },
};

export const BulkPreview = Type.Object(
  {
    ...outcome,
    mustType: Type.Boolean({ description: "Whether `typed` must be the number of `keys`." }),
    checked: Type.Union([Count, Type.Null()], {
      description:
        "How many of the features to change were checked in the environment in the last 7 days; for " +
        "`delete`, in Production or the 19 oldest other environments of the project. " +
        "Null if telemetry is off or unavailable, and for changes of descriptions.",
    }),
  },
  { $id: "BulkPreview" },
);

export const BulkAnswer = Type.Object(
  {
    ...WrittenStep.properties,
    environmentId: {
      ...Id,
      description:
        "The environment that has the audits: the other one for `copyTo`, Production for `delete`.",
    },
    ...outcome,
    before: listOf(DescriptionOfFeature, {
      description:
        "The values that a change of tags, owner or longevity replaced; send them as `describe` to " +
        "revert it. Empty for other changes.",
    }),
  },
  { $id: "BulkAnswer" },
);
