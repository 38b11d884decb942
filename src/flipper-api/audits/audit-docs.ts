import { Type } from "@sinclair/typebox";
import { namesParameter } from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { AuditListModel } from "./audit-model.ts";

export interface AuditPageLimits {
  readonly perPageDefault: number;
  readonly pageMax: number;
}

const audited = {
  actor: { type: "Token", id: "1" },
  target: { type: "Feature", key: "search" },
  created_at: "2026-01-15T09:30:00.000Z",
} as const;

const example: AuditListModel = {
  audits: [
    { action: "percentage_of_actors", value: "25", ...audited },
    { action: "enable_actor", value: "User;42", ...audited },
  ],
  pagination: { page: 1, per: 2, previous: null, next: 2 },
  limits: { limited: false },
};

/** The documentation of docs/api.md#audits. */
export function auditDocs(
  deployment: DocumentedDeployment,
  { perPageDefault, pageMax }: AuditPageLimits,
) {
  return flipperOperation(deployment, {
    id: "listAudits",
    tag: "Audits",
    summary: "List the changes made in the token's environment, newest first",
    description: "Audits outlive their feature.",
    query: {
      page: {
        description: "The number of the page.",
        schema: Type.Integer({ minimum: 1, maximum: pageMax, default: 1 }),
        example: 1,
      },
      per_page: {
        description: "The number of audits on a page. More than 250 counts as 250.",
        schema: Type.Integer({ minimum: 1, default: perPageDefault }),
        example: 2,
      },
      keys: namesParameter("Only audits of these features.", ["search"]),
      features: namesParameter("Another name of `keys`. Cannot be sent together with `keys`.", []),
    },
    answers: [{ status: 200, text: "A page of audits", json: { schema: AuditListModel, example } }],
    refusals: ["parameter_invalid", "too_many_names", "unavailable"],
  });
}
