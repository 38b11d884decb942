import { type Static, Type } from "@sinclair/typebox";
import { environmentRoles, roles } from "../../../core/model/role.ts";
import { emailLengthMax } from "../../../core/text/person-text.ts";
import { nextOf, oldestFirst } from "./page-models.ts";
import {
  EnvironmentPath,
  exactFields,
  listOf,
  nullable,
  oneOf,
  Person,
  Time,
  textUpTo,
} from "./shared-models.ts";
import { TokenRow } from "./token-models.ts";

export const nameLengthMax = 255;

export const Email = textUpTo(emailLengthMax, 1);

export const Role = oneOf(roles);
export type Role = Static<typeof Role>;

/** What a member may do in one environment, instead of the role in the organization. */
export const EnvironmentRole = oneOf(environmentRoles);

export const MemberInEnvironment = Type.Object(
  {
    environmentId: Type.Integer({ minimum: 1 }),
    environment: Type.String({ description: "The slug of the environment." }),
    project: Type.String({ description: "The name of the project." }),
    role: EnvironmentRole,
  },
  { $id: "MemberInEnvironment" },
);
export type MemberInEnvironment = Static<typeof MemberInEnvironment>;

export const PersonList = Type.Object({ people: listOf(Person) }, { $id: "PersonList" });

export const Member = Type.Object(
  {
    ...Person.properties,
    createdAt: Time,
    role: Role,
    environmentRoles: listOf(MemberInEnvironment, {
      description:
        "The environments in which the member has another role. Owners are owners everywhere.",
    }),
    projects: listOf(Type.String(), { description: "The names of the person's projects." }),
    hasPassword: Type.Boolean(),
    passkeyCount: Type.Integer({ minimum: 0 }),
    linkEndsAt: nullable(
      Type.Integer({
        description: "When the unused one-time link expires; null without such a link.",
      }),
    ),
    lastSeenAt: nullable(Time),
  },
  { $id: "Member" },
);
export type Member = Static<typeof Member>;

export const MemberList = Type.Object(
  { members: listOf(Member), ...nextOf("after") },
  { $id: "MemberList" },
);

export const MemberQuery = Type.Object(oldestFirst, exactFields);
export type MemberQuery = Static<typeof MemberQuery>;

/** A one-time link for a person, shown once. */
export const SignInLink = Type.Object(
  {
    url: Type.String({ description: "The one-time link; it is shown only once." }),
    endsAt: Time,
  },
  { $id: "SignInLink" },
);
export type SignInLink = Static<typeof SignInLink>;

const projectName = (description: string) =>
  Type.String({ minLength: 1, maxLength: nameLengthMax, description });

const publicUrl = Type.Optional(
  Type.String({
    maxLength: 2_048,
    pattern: "^https?://\\S*[^/\\s]$",
    description: "The URL with which the link begins; the server's URL unless sent.",
  }),
);

export const NewMember = Type.Object(
  {
    email: Email,
    name: Type.Optional(textUpTo(nameLengthMax, 1)),
    role: Type.Optional(Role),
    project: Type.Optional(projectName("The name of a project that the person joins too.")),
    publicUrl,
    known: Type.Optional(
      Type.Literal("change", {
        description: "Changes the name and the role of a person who is a member already.",
      }),
    ),
  },
  { ...exactFields, $id: "NewMember" },
);

export const OwnName = Type.Object(
  { name: textUpTo(nameLengthMax, 1) },
  { ...exactFields, $id: "OwnName" },
);

export const RenamedPerson = Type.Object({ user: Person }, { $id: "RenamedPerson" });

export const AddedMember = Type.Object(
  {
    member: Member,
    link: Type.Union([SignInLink, Type.Null()], {
      description: "Null for a member who has a password already.",
    }),
  },
  { $id: "AddedMember" },
);

export const NewRole = Type.Object({ role: Role }, { ...exactFields, $id: "NewRole" });

export const NewEnvironmentRole = Type.Object(
  { role: EnvironmentRole },
  { ...exactFields, $id: "NewEnvironmentRole" },
);

export const NewLink = Type.Object({ publicUrl }, { ...exactFields, $id: "NewLink" });

export const ChangedMember = Type.Object({ member: Member }, { $id: "ChangedMember" });

export const IssuedSignInLink = Type.Object(
  { member: Member, link: SignInLink },
  { $id: "IssuedSignInLink" },
);

export const MemberRemoval = Type.Object(
  {
    revokeTokens: Type.Optional(Type.Boolean()),
    project: Type.Optional(
      projectName("The name of the project that the person leaves; all of them unless sent."),
    ),
  },
  { ...exactFields, $id: "MemberRemoval" },
);

export const RemovedMember = Type.Object(
  {
    removed: Type.Literal(true),
    activeTokens: listOf(Type.String(), {
      description: "The names of the person's tokens that stay active.",
    }),
    person: Type.Object(
      {
        ...Person.properties,
        createdAt: Time,
        projects: Member.properties.projects,
      },
      { $id: "FormerMember" },
    ),
    tokens: listOf(TokenRow, {
      description: "The person's tokens that were active after the removal.",
    }),
  },
  { $id: "RemovedMember" },
);
export type RemovedMember = Static<typeof RemovedMember>;

export const MemberInEnvironmentPath = Type.Object({
  user: Type.String({ description: "The id of the member, or the e-mail address." }),
  environment: EnvironmentPath.properties.environment,
});

export const MemberPath = Type.Object({
  user: Type.String({ description: "The id of the member, or the e-mail address." }),
});
