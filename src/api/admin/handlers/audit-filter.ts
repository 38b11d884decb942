import type { StepFilter } from "../../../app/services/history-steps.ts";
import type { HistoryFilter } from "../../../app/services/history-types.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { type AuditActor, auditActions } from "../../../core/model/audit.ts";
import type { AuditFilter, AuditQuery } from "../contract/audit-models.ts";
import { sentKeys } from "./sent-keys.ts";

export const auditsPerPage = 50;

/** The filter in the query of a list of audits. */
export function auditFilter(query: AuditFilter): StepFilter {
  const { key, action, actor, text, from, to, before } = query;
  return {
    key: key ?? null,
    actions: action === undefined ? null : [actionIn(action)],
    actor: actor === undefined ? null : actorIn(actor),
    text: text ?? null,
    from: from ?? null,
    to: to ?? null,
    before: before ?? null,
    limit: auditsPerPage,
  };
}

const keysMax = 100;

/** As `auditFilter`, for a list with one row per audit. */
export function historyFilter({ keys: sent, limit, ...query }: AuditQuery): HistoryFilter {
  const { key, ...filter } = auditFilter(query);
  if (key !== null && sent !== undefined) {
    throw new GatehouseError("input_invalid", {
      message: "Send either key or keys",
      place: "keys",
    });
  }
  const keys = sent === undefined ? null : sentKeys(sent, keysMax);
  return {
    ...filter,
    keys: key === null ? keys : [key],
    limit: limit ?? filter.limit,
  };
}

function actionIn(text: string) {
  const action = auditActions.find((each) => each === text);
  if (action === undefined) {
    throw new GatehouseError("input_invalid", {
      message: "This action does not exist",
      place: "action",
    });
  }
  return action;
}

function actorIn(text: string): AuditActor {
  const [type, id = ""] = text.split(":");
  return { type: type === "Token" ? "Token" : "User", id };
}
