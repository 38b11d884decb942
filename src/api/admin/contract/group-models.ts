import { type Static, Type } from "@sinclair/typebox";
import { groupNameLengthMax } from "../../../core/evaluation/gates.ts";
import { exactFields, Id, listOf, surrogates, textUpTo, Written } from "./shared-models.ts";

/** A group that is registered, or that a gate has. */
export const GroupRow = Type.Object(
  {
    name: Type.String(),
    featureCount: Type.Integer({
      description: "The features whose gates have the group, in any environment.",
    }),
    features: listOf(Type.String(), { description: "The first 20 of these features, by key." }),
    isFromHost: Type.Boolean({
      description:
        "Whether the application decides who is in the group; it cannot be removed here.",
    }),
    isRegistered: Type.Boolean(),
    toldBy: listOf(Type.Object({ id: Id, name: Type.String() }, { $id: "NamedWebhook" }), {
      description: "The webhooks whose applications reported the group.",
    }),
  },
  { $id: "KnownGroup" },
);
export type GroupRow = Static<typeof GroupRow>;

export const GroupList = Type.Object(
  {
    groups: listOf(GroupRow),
    isStrict: Type.Boolean({
      description: "Whether gates accept registered groups only.",
    }),
  },
  { $id: "GroupList" },
);

const groupName = textUpTo(groupNameLengthMax * surrogates, 1);

export const NewGroup = Type.Object({ name: groupName }, { ...exactFields, $id: "NewGroup" });

export const RegisteredGroup = Type.Object(
  {
    ...Written.properties,
    isNew: Type.Boolean({ description: "False if the group was registered already." }),
  },
  { $id: "RegisteredGroup" },
);

export const GroupRemoval = Type.Object(
  {
    name: {
      ...groupName,
      description: "The name of the group. It is not in the path, because it may be `.` or `..`.",
    },
    used: Type.Optional(
      Type.Literal("keep", {
        description: "Removes the group although gates have it; they keep it.",
      }),
    ),
  },
  exactFields,
);

export const SetGroupsPolicy = Type.Object(
  { ...Written.properties, project: Type.String({ description: "The name of the project." }) },
  { $id: "SetGroupsPolicy" },
);

export const GroupsPolicy = Type.Object(
  { isStrict: Type.Boolean({ description: "Whether gates accept registered groups only." }) },
  { ...exactFields, $id: "GroupsPolicy" },
);
