import { GatehouseError } from "../../errors.ts";
import { type AuditActor, auditActions } from "../../model/audit.ts";
import type { StepFilter } from "../../services/history-steps.ts";
import type { AuditFilter } from "../contract/audit-models.ts";

export const auditsPerPage = 50;

/** What the query of a list of audits selects. */
export function auditFilter(query: AuditFilter): StepFilter {
  const { key, action, actor, from, to, before } = query;
  return {
    key: key ?? null,
    actions: action === undefined ? null : [actionIn(action)],
    actor: actor === undefined ? null : actorIn(actor),
    from: from ?? null,
    to: to ?? null,
    before: before ?? null,
    limit: auditsPerPage,
  };
}

function actionIn(text: string) {
  const action = auditActions.find((each) => each === text);
  if (action === undefined) {
    throw new GatehouseError("input_invalid", {
      message: "There is no such action",
      place: "action",
    });
  }
  return action;
}

function actorIn(text: string): AuditActor {
  const [type, id = ""] = text.split(":");
  return { type: type === "Token" ? "Token" : "User", id };
}
