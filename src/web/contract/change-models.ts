import { Type } from "@sinclair/typebox";
import { FeatureState, GatesSummary, TypedKey } from "./feature-models.ts";
import { exactFields, listOf, oneOf, textUpTo } from "./shared-models.ts";

const changesMax = 100;

/** The gates that a change can write. */
const writtenGates = [
  "boolean",
  "expression",
  "groups",
  "actors",
  "percentage_of_actors",
  "percentage_of_time",
] as const;

const GateWrite = Type.Object(
  {
    gate: oneOf(writtenGates),
    action: oneOf(["enable", "disable"]),
    value: Type.Optional(
      Type.Unknown({
        description: "An actor, a group, a percentage or an expression, where the gate takes one.",
      }),
    ),
  },
  { ...exactFields, $id: "GateWrite" },
);

const changes = listOf(GateWrite, {
  minItems: 1,
  maxItems: changesMax,
  description: "In order. All of them are made, or none.",
});

export const NewChanges = Type.Object(
  {
    changes,
    seen: Type.Optional({
      ...textUpTo(100),
      description: "The tag of all gates, as a preview or a read of the feature shows it.",
    }),
    typed: Type.Optional({
      ...TypedKey,
      description: "The feature's key, for changes in Production that many actors notice.",
    }),
  },
  { ...exactFields, $id: "NewChanges" },
);

export const PreviewedChanges = Type.Object(
  { changes },
  { ...exactFields, $id: "PreviewedChanges" },
);

const Side = Type.Object({ state: FeatureState, gates: GatesSummary });

export const ChangesPreview = Type.Object(
  {
    before: Side,
    after: Side,
    mustType: Type.Boolean({ description: "Whether `typed` must be the key of the feature." }),
    tag: Type.String({ description: "The tag of all gates now; send it as `seen`." }),
  },
  { $id: "ChangesPreview" },
);
