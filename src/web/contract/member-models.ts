import { type Static, Type } from "@sinclair/typebox";
import { roles } from "../../model/role.ts";
import { emailLengthMax } from "../../text/person-text.ts";
import { exactFields, listOf, nullable, oneOf, Person, Time, textUpTo } from "./shared-models.ts";

export const nameLengthMax = 255;

export const Email = textUpTo(emailLengthMax, 1);

export const Role = oneOf(roles);
export type Role = Static<typeof Role>;

export const PersonList = Type.Object({ people: listOf(Person) }, { $id: "PersonList" });

export const Member = Type.Object(
  {
    ...Person.properties,
    createdAt: Time,
    role: Role,
    hasPassword: Type.Boolean(),
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

export const MemberList = Type.Object({ members: listOf(Member) }, { $id: "MemberList" });

/** A one-time link for a person, shown once. */
export const SignInLink = Type.Object(
  {
    url: Type.String({ description: "The one-time link; it is shown only once." }),
    endsAt: Time,
  },
  { $id: "SignInLink" },
);
export type SignInLink = Static<typeof SignInLink>;

export const NewMember = Type.Object(
  { email: Email, name: Type.Optional(textUpTo(nameLengthMax, 1)), role: Role },
  { ...exactFields, $id: "NewMember" },
);

export const AddedMember = Type.Object(
  { member: Member, link: SignInLink },
  { $id: "AddedMember" },
);

export const NewRole = Type.Object({ role: Role }, { ...exactFields, $id: "NewRole" });

export const ChangedMember = Type.Object({ member: Member }, { $id: "ChangedMember" });

export const IssuedSignInLink = Type.Object({ link: SignInLink }, { $id: "IssuedSignInLink" });

export const MemberRemoval = Type.Object(
  { revokeTokens: Type.Optional(Type.Boolean()) },
  { ...exactFields, $id: "MemberRemoval" },
);

export const RemovedMember = Type.Object(
  {
    removed: Type.Literal(true),
    activeTokens: listOf(Type.String(), {
      description: "The names of the person's tokens that stay active.",
    }),
  },
  { $id: "RemovedMember" },
);

export const OfMember = Type.Object({
  user: Type.String({ description: "The id of the member." }),
});
