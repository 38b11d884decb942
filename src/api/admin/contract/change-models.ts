import { Type } from "@sinclair/typebox";
import { changedMembersMax } from "../../../app/commands/member-changes.ts";
import { actorIdLengthMax } from "../../../core/evaluation/gates.ts";
import { FeatureGates, FeatureState, GatesSummary, GateTags, TypedKey } from "./feature-models.ts";
import { changeMember } from "./reason-models.ts";
import { exactFields, listOf, oneOf, surrogates, textUpTo, WrittenStep } from "./shared-models.ts";

const changesMax = 1_000;

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
    values: Type.Optional(
      listOf(textUpTo(actorIdLengthMax * surrogates), {
        maxItems: changedMembersMax,
        description: `Several actors or groups instead of \`value\`; all lists of a request have at most ${changedMembersMax} together.`,
      }),
    ),
  },
  { ...exactFields, $id: "GateWrite" },
);

export const Changes = listOf(GateWrite, {
  minItems: 1,
  maxItems: changesMax,
  description: "In order. The server applies all of them, or none.",
});

export const NewChanges = Type.Object(
  {
    changes: Changes,
    seen: Type.Optional({
      ...textUpTo(100),
      description: "The tag of all gates, as a preview or a read of the feature shows it.",
    }),
    typed: Type.Optional({
      ...TypedKey,
      description: "The feature's key, for changes in Production that many actors notice.",
    }),
    createsMissing: Type.Optional(
      Type.Boolean({ description: "Whether a missing feature is created." }),
    ),
    allowUnknown: Type.Optional(
      Type.Boolean({
        description:
          "Whether groups may be added that the application with the server did not register.",
      }),
    ),
    ...changeMember,
  },
  { ...exactFields, $id: "NewChanges" },
);

/** A feature after a change of its gates. */
export const FeatureAfter = Type.Object(
  { key: Type.String(), state: FeatureState, gates: FeatureGates, gateTags: GateTags },
  { $id: "ChangedFeature" },
);

export const ChangedGates = Type.Object(
  {
    ...WrittenStep.properties,
    created: Type.Boolean({ description: "Whether the feature did not exist before." }),
    feature: FeatureAfter,
  },
  { $id: "ChangedGates" },
);

export const CopiedGates = Type.Object(
  {
    ...WrittenStep.properties,
    changeCount: Type.Integer({ minimum: 0, description: "How many gate values were changed." }),
    isPinned: Type.Boolean({
      description: "Whether the other environment followed Production for the feature before.",
    }),
    feature: FeatureAfter,
  },
  { $id: "CopiedGates" },
);

export const PreviewedChanges = Type.Object(
  { changes: Changes },
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
