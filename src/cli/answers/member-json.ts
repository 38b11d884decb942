import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { environmentRoles, roles } from "../../core/model/role.ts";
import {
  Id,
  oneOfSchema,
  orNull,
  Timestamp,
  timestampOrNull,
  toTimestamp,
} from "./json-schemas.ts";
import { TokenJson } from "./token-json.ts";

const personFields = {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  projects: Type.Array(Type.String()),
  created_at: Timestamp,
};
const memberFields = {
  ...personFields,
  role: oneOfSchema(roles),
  environment_roles: Type.Array(
    Type.Object({
      project: Type.String(),
      environment: Type.String(),
      role: oneOfSchema(environmentRoles),
    }),
  ),
  has_password: Type.Boolean(),
  passkeys: Type.Integer(),
  link_expires_at: orNull(Timestamp),
};
export const MemberJson = Type.Object(memberFields);
export const InvitedJson = Type.Object({ ...memberFields, link: orNull(Type.String()) });
export const RemovedJson = Type.Object({ ...personFields, tokens: Type.Array(TokenJson) });

export function personJson(person: AnswerOf<"DELETE /members/:user">["person"]) {
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    projects: [...person.projects],
    created_at: toTimestamp(person.createdAt),
  };
}

export function memberJson(
  member: AnswerOf<"GET /members">["members"][number],
): Static<typeof MemberJson> {
  return {
    ...personJson(member),
    role: member.role,
    environment_roles: member.environmentRoles.map(({ project, environment, role }) => ({
      project,
      environment,
      role,
    })),
    has_password: member.hasPassword,
    passkeys: member.passkeyCount,
    link_expires_at: timestampOrNull(member.linkEndsAt),
  };
}
