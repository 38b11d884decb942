import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { roles } from "../../core/model/role.ts";
import {
  Id,
  nullableSchema,
  oneOfSchema,
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
  has_password: Type.Boolean(),
  passkeys: Type.Integer(),
  link_expires_at: nullableSchema(Timestamp),
};
export const MemberJson = Type.Object(memberFields);
export const InvitedJson = Type.Object({ ...memberFields, link: nullableSchema(Type.String()) });
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
    has_password: member.hasPassword,
    passkeys: member.passkeyCount,
    link_expires_at: timestampOrNull(member.linkEndsAt),
  };
}
