import { type Static, Type } from "@sinclair/typebox";
import { namesMax, propertyTypes, valuesMax } from "../../../app/services/seen-properties.ts";
import { Count } from "./feature-models.ts";
import { listOf, nullable, oneOf, Time } from "./shared-models.ts";

const PropertySuggestion = Type.Object(
  {
    name: Type.String(),
    type: nullable({
      ...oneOf(propertyTypes),
      description: "The most frequent type; null if neither checks nor expressions show it.",
    }),
    types: Type.Object(
      { text: Count, number: Count, boolean: Count, other: Count },
      { description: "How many of the recorded checks had a value of each type." },
    ),
    share: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "The share of recorded checks that had the property; null without any.",
      }),
    ),
    expressionCount: { ...Count, description: "How many expressions of the project read it." },
    values: listOf(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      maxItems: valuesMax,
      description: "Short values; empty for private properties, and after too many values.",
    }),
    isPrivate: Type.Boolean({
      description: "Whether its name or a value looks like a secret, or like data of a person.",
    }),
  },
  { $id: "PropertySuggestion" },
);
export type PropertySuggestion = Static<typeof PropertySuggestion>;

export const PropertyList = Type.Object(
  {
    since: nullable({
      ...Time,
      description: "Since when this server has recorded checks; null if it records none.",
    }),
    checkCount: {
      ...Count,
      description: "The recorded checks with properties in the last 7 days: a sample.",
    },
    properties: listOf(PropertySuggestion, {
      maxItems: 2 * namesMax,
      description: "The most frequent first.",
    }),
  },
  { $id: "PropertyList" },
);
