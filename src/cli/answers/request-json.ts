import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { orNull } from "./json-schemas.ts";

/** A change request in the output of --json. */
export const RequestJson = Type.Object({
  id: Type.Integer(),
  environment: Type.String({ description: "the slug of the environment" }),
  title: Type.String(),
  state: Type.String({
    description: "waiting, approved, changes_asked, drifted, held, applied, withdrawn or expired",
  }),
  author: orNull(Type.String()),
  approvals: Type.Integer({ description: "how many approvals count now" }),
  needed: Type.Integer({ description: "how many approvals the policies ask for" }),
  revision: Type.Integer(),
  hash: Type.String({ description: "what an approval covers" }),
  keys: Type.Array(Type.String()),
  expires_at: Type.String({ description: "ISO 8601, UTC" }),
});

type RequestRow = AnswerOf<"GET /requests/:request">["request"];

export type RequestJson = Immutable<Static<typeof RequestJson>>;

export function requestJson(row: RequestRow): RequestJson {
  const { id, environment, title, state, author, revision, hash, keys, expiresAt, rules } = row;
  return {
    ...{ id, environment, title, state, revision, hash, keys },
    author: author.name,
    approvals: rules.reduce((sum, { approvals }) => sum + approvals, 0),
    needed: rules.reduce((sum, { rule }) => sum + rule.count, 0),
    expires_at: new Date(expiresAt).toISOString(),
  };
}
