import { type Static, Type } from "@sinclair/typebox";
import { Role } from "./member-models.ts";
import { exactFields, listOf, nullable, Person, Time, textUpTo } from "./shared-models.ts";

const groupLengthMax = 255;
const answerLengthMax = 4_096;

export const SignOnRequest = Type.Object(
  {
    again: Type.Optional(
      Type.Boolean({
        description: "Signs in again, as a proof; the current session is replaced.",
      }),
    ),
  },
  { ...exactFields, $id: "SignOnRequest" },
);

export const SignOnWay = Type.Object(
  { url: Type.String({ description: "The URL at the provider, to which the browser goes." }) },
  { $id: "SignOnWay" },
);

export const SignOnAnswer = Type.Object(
  {
    answer: textUpTo(answerLengthMax, 1),
  },
  { ...exactFields, $id: "SignOnAnswer" },
);

export const Identity = Type.Object(
  {
    issuer: Type.String(),
    subject: Type.String({ description: "The id of the account at the provider." }),
    isManaged: Type.Boolean({ description: "Whether groups of the provider made the member." }),
    createdAt: Time,
    lastUsedAt: Time,
  },
  { $id: "Identity" },
);
export type Identity = Static<typeof Identity>;

export const OwnIdentities = Type.Object(
  { identities: listOf(Identity) },
  { $id: "OwnIdentities" },
);

export const IdentityQuery = Type.Object(
  {
    issuer: textUpTo(2_048, 1),
    subject: textUpTo(groupLengthMax, 1),
  },
  exactFields,
);

export const GroupRule = Type.Object(
  {
    id: Type.String(),
    group: Type.String({ description: "The name of the group, as the provider sends it." }),
    role: Role,
    environmentId: nullable(
      Type.Integer({ description: "Null for the role in the organization." }),
    ),
    environment: nullable(Type.String({ description: "The slug of the environment." })),
    project: nullable(Type.String({ description: "The name of the environment's project." })),
    createdAt: Time,
  },
  { $id: "GroupRule" },
);
export type GroupRule = Static<typeof GroupRule>;

export const GroupRuleList = Type.Object({ rules: listOf(GroupRule) }, { $id: "GroupRuleList" });

export const NewGroupRule = Type.Object(
  {
    group: textUpTo(groupLengthMax, 1),
    role: Role,
    environment: Type.Optional(
      Type.String({
        maxLength: 300,
        description: "The id or the slug of an environment; without it the role is everywhere.",
      }),
    ),
  },
  { ...exactFields, $id: "NewGroupRule" },
);

export const SavedGroupRule = Type.Object({ rule: GroupRule }, { $id: "SavedGroupRule" });

export const GroupRulePath = Type.Object({
  rule: Type.String({ description: "The id of the rule." }),
});

export const EmergencyAccess = Type.Object(
  {
    owners: listOf(
      Type.Object(
        { ...Person.properties, createdAt: Time, lastUsedAt: nullable(Time) },
        { $id: "EmergencyOwner" },
      ),
    ),
  },
  { $id: "EmergencyAccess" },
);
