import { type Static, Type } from "@sinclair/typebox";
import { descriptionLengthMax, tagLengthMax, tagsMax } from "../../commands/feature-description.ts";
import { dateTime } from "../../http/openapi/documented-formats.ts";
import { longevities } from "../../model/feature.ts";
import { linesPattern, listedPattern } from "../../text/text-patterns.ts";
import { PersonModel } from "../telemetry/person-model.ts";

const exact = { additionalProperties: false } as const;
const Longevity = Type.Union([
  ...longevities.map((longevity) => Type.Literal(longevity)),
  Type.Null(),
]);

/** A feature without its gates (docs/api.md#features-for-people). */
export const FeatureInfoModel = Type.Object(
  {
    key: Type.String(),
    state: Type.Union([Type.Literal("on"), Type.Literal("conditional"), Type.Literal("off")]),
    description: Type.Union([Type.String(), Type.Null()]),
    longevity: Longevity,
    tags: Type.Array(Type.String()),
    owner: PersonModel,
    creator: PersonModel,
    created_at: Type.String(dateTime),
    changed_at: Type.Union([Type.String(dateTime), Type.Null()], {
      description: "When the gates in force here last changed; null if that is not known.",
    }),
    overridden: Type.Boolean({
      description: "Whether the environment has own gates; false in Production.",
    }),
    stale: Type.Boolean({
      description:
        "Whether the feature is on or off for everyone for long enough that the code can drop it, " +
        "by the rule of the project.",
    }),
  },
  { ...exact, $id: "FeatureInfo" },
);
export type FeatureInfoModel = Static<typeof FeatureInfoModel>;

export const FeatureInfoListModel = Type.Object(
  { features: Type.Array(FeatureInfoModel) },
  { ...exact, $id: "FeatureInfoList" },
);

/** The body of POST gatehouse/describe (docs/api.md#features-for-people). */
export const DescribeRequestModel = Type.Object(
  {
    key: Type.String({ description: "The feature." }),
    description: Type.Optional(
      Type.Union([
        Type.String({ pattern: linesPattern, maxLength: descriptionLengthMax }),
        Type.Null(),
      ]),
    ),
    longevity: Type.Optional(Longevity),
    tags: Type.Optional(
      Type.Array(Type.String({ pattern: listedPattern, maxLength: tagLengthMax }), {
        maxItems: tagsMax,
      }),
    ),
    owner: Type.Optional(
      Type.Union([Type.String({ description: "The e-mail address of a member." }), Type.Null()]),
    ),
  },
  { ...exact, $id: "DescribeRequest", description: "What is missing stays; null removes it." },
);
