import { Type } from "@sinclair/typebox";
import { actorIdLengthMax, groupNameLengthMax } from "../../../core/evaluation/gates.ts";
import { force } from "./bulk-models.ts";
import { Count, codePointsUpTo, Percent, StoredExpression, TypedKey } from "./feature-models.ts";
import { changeMember } from "./reason-models.ts";
import {
  environmentText,
  exactFields,
  Id,
  listOf,
  textUpTo,
  WrittenStep,
} from "./shared-models.ts";

const membersMax = 10_000;
/** Longer than the limit, so that the refusal of a long expression names the reason. */
const expressionText = textUpTo(256 * 1024);

export const ActorText = codePointsUpTo(actorIdLengthMax, 1);
const GroupText = codePointsUpTo(groupNameLengthMax, 1);
const Actors = listOf(ActorText, { maxItems: membersMax });
export const Groups = listOf(GroupText, { maxItems: 1_000 });

const typed = {
  typed: Type.Optional({
    ...TypedKey,
    description: "The feature's key, for changes in Production that many actors notice.",
  }),
};

/** Members that every change of a gate may have. */
const seenMembers = {
  ...typed,
  seen: Type.Optional({ ...textUpTo(100), description: "The tag of the gate that was shown." }),
  ...changeMember,
};

export const Typed = Type.Object(seenMembers, { ...exactFields, $id: "ConfirmedChange" });

export const FeatureRemoval = Type.Object(
  {
    ...seenMembers,
    retire: Type.Optional(
      Type.Boolean({
        description:
          "Whether the key is retired: clients cannot create the feature again. As the project chose " +
          "unless sent.",
      }),
    ),
    force: Type.Optional(force),
  },
  { ...exactFields, $id: "FeatureRemoval" },
);

export const BooleanChange = Type.Object(
  { enabled: Type.Boolean(), ...seenMembers },
  { ...exactFields, $id: "BooleanChange" },
);

export const PercentageChange = Type.Object(
  { percentage: Percent, ...seenMembers },
  { ...exactFields, $id: "PercentageChange" },
);

export const ExpressionChange = Type.Object(
  {
    json: Type.Union([expressionText, Type.Null()], {
      description:
        "The JSON text of the expression as it was typed, so that a refusal names the exact " +
        "place; null removes the expression.",
    }),
    ...seenMembers,
  },
  { ...exactFields, $id: "ExpressionChange" },
);

export const ActorsChange = Type.Object(
  { add: Type.Optional(Actors), remove: Type.Optional(Actors), ...typed, ...changeMember },
  { ...exactFields, $id: "ActorsChange" },
);

export const ChangedActors = Type.Object(
  {
    ...WrittenStep.properties,
    added: { ...Count, description: "How many of the actors are new." },
    removed: { ...Count, description: "How many of the actors were removed." },
  },
  { $id: "ChangedActors" },
);

export const GroupsChange = Type.Object(
  {
    add: Type.Optional(Groups),
    remove: Type.Optional(Groups),
    allowUnknown: Type.Optional(
      Type.Boolean({
        description:
          "Whether groups may be added that the application with the server did not register.",
      }),
    ),
    ...typed,
    ...changeMember,
  },
  { ...exactFields, $id: "GroupsChange" },
);

export const ActorSearch = Type.Object(
  {
    text: Type.Optional({
      ...ActorText,
      description: "Finds actors that contain this text in any letter case.",
    }),
    after: Type.Optional({ ...ActorText, description: "The last actor of the page before." }),
  },
  exactFields,
);

export const FoundActors = Type.Object(
  {
    actors: listOf(Type.String(), { description: "At most 200, sorted." }),
    matching: { ...Count, description: "How many actors contain the text." },
    hasMore: Type.Boolean(),
  },
  { $id: "FoundActors" },
);

export const GatesCopy = Type.Object(
  {
    to: Type.Union([Id, environmentText("The other environment, as in a path.")]),
    ...typed,
    ...changeMember,
  },
  { ...exactFields, $id: "GatesCopy" },
);

export const ExpressionText = Type.Object(
  { json: { ...expressionText, description: "The JSON text of the expression as it was typed." } },
  { ...exactFields, $id: "ExpressionText" },
);

export const CheckedExpression = Type.Object(
  {
    expression: StoredExpression,
    json: Type.String({ description: "The normalized expression as indented JSON." }),
  },
  { $id: "CheckedExpression" },
);
