import { Type } from "@sinclair/typebox";
import { dateTime, int64 } from "../../http/openapi/documented-formats.ts";
import { namesParameter, textParameter } from "../../http/openapi/documented-parameter.ts";
import { auditActions } from "../../model/audit.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { HistoryListModel } from "./history-model.ts";

interface HistoryLimits {
  readonly limitDefault: number;
  readonly limitMax: number;
}

/** The documentation of docs/api.md#audits-with-ids. */
export function historyDocs(
  deployment: DocumentedDeployment,
  { limitDefault, limitMax }: HistoryLimits,
) {
  const type = deployment.isHosted ? ("Token" as const) : ("User" as const);
  const example: HistoryListModel = {
    audits: [
      {
        id: 2,
        action: "enable_group",
        actor: { type, id: "1" },
        target: { type: "Feature", key: "search" },
        value: "staff",
        created_at: "2026-01-15T09:30:00.000Z",
      },
    ],
    next: 2,
    limits: { limited: false },
  };
  const time = (description: string, of: string) => ({
    description,
    schema: Type.String(dateTime),
    example: of,
  });
  return flipperOperation(deployment, {
    id: "listNumberedAudits",
    tag: "Gatehouse",
    summary: "List the changes made in the environment, with their ids",
    description:
      "Newest first; with `after` oldest first, for clients that follow the changes. A request may " +
      "find nothing and yet have a `next`.",
    query: {
      before: {
        description: "Only audits with smaller ids.",
        schema: Type.Integer({ minimum: 1, ...int64 }),
        example: 3,
      },
      after: {
        description: "Only audits with larger ids, oldest first.",
        schema: Type.Integer({ minimum: 0, ...int64 }),
        example: 1,
      },
      limit: {
        description: "The number of audits in the answer.",
        schema: Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault }),
        example: 1,
      },
      keys: namesParameter("Only audits of these features, at most 100.", ["search"]),
      action: {
        description: "Only audits with this action.",
        schema: Type.Union(auditActions.map((action) => Type.Literal(action))),
        example: "enable_group",
      },
      actor: textParameter(
        deployment.isHosted
          ? "Only changes by a token, `Token:ID`, or by a user, `User:ID`."
          : "Only changes by a user, `User:ID`.",
        `${type}:1`,
      ),
      from: time("Only audits from this time on.", "2026-01-15T09:30:00Z"),
      to: time("Only audits before this time.", "2026-01-16T00:00:00Z"),
    },
    answers: [{ status: 200, text: "Some audits", json: { schema: HistoryListModel, example } }],
    refusals: ["parameter_invalid", "too_many_names", "unavailable"],
  });
}
