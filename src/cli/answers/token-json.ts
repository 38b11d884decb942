import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { tokenAccesses } from "../../core/model/token.ts";
import {
  namedInEnvironment,
  oneOfSchema,
  orNull,
  Timestamp,
  timestampOrNull,
  toTimestamp,
} from "./json-schemas.ts";

export const tokenFields = {
  ...namedInEnvironment,
  access: oneOfSchema(tokenAccesses),
  manages_environments: Type.Boolean(),
  preview: Type.Boolean({ description: "whether POST /environments returned it" }),
  owner: Type.String({ description: "an e-mail address" }),
  created_at: Timestamp,
  revoked_at: orNull(Timestamp),
  expires_at: orNull(Timestamp),
};

export const TokenJson = Type.Object(tokenFields);
type TokenJson = Static<typeof TokenJson>;

type TokenRow = AnswerOf<"GET /tokens">["tokens"][number];

export function tokenJson(token: TokenRow): TokenJson {
  const { id, name, project, environment, access } = token;
  return {
    ...{ id, name, project, environment, access },
    manages_environments: token.managesEnvironments,
    preview: token.isPreview,
    owner: token.owner?.email ?? "",
    created_at: toTimestamp(token.createdAt),
    revoked_at: timestampOrNull(token.revokedAt),
    expires_at: timestampOrNull(token.expiresAt),
  };
}

/** Commands list objects in the order of ids. */
export function byId(left: { readonly id: number }, right: { readonly id: number }): number {
  return left.id - right.id;
}
