import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { integerOf } from "../../http/request/integer-parameter.ts";
import { nameListOf } from "../../http/request/name-list.ts";
import type { Parameters } from "../../http/request/parameters.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { type AuditAction, type AuditActor, auditActions } from "../../model/audit.ts";
import type { Caller } from "../../model/caller.ts";
import { auditAnswer } from "../../services/audit-pages.ts";
import type { HistoryFilter, HistoryList } from "../../services/history-types.ts";
import { auditModel, limitsModel } from "../audits/audit-json.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";
import { historyDocs } from "./history-docs.ts";
import type { HistoryListModel } from "./history-model.ts";
import { timeIn } from "./time-parameter.ts";

const limitMax = 250;
const limitDefault = 100;
const keysMax = 100;
const actorForm = /^(?<type>Token|User):(?<id>[1-9]\d{0,15})$/;

/** GET gatehouse/audits (docs/api.md#audits-with-ids). */
export function historyController(options: GatehouseOptions) {
  const { access, services, documented } = options;
  const { history, features } = services;
  return new Elysia().get(
    "/gatehouse/audits",
    async ({ request }) => {
      const caller = access.reader(request);
      const query = queryOf(request);
      const isFeature = (key: string) => features.snapshot(caller).find(key) !== undefined;
      const filter = filterOf(query, isFeature);
      return auditAnswer(
        caller,
        () => read(history, caller, query, filter),
        (list) => jsonResponse(JSON.stringify(listModel(list))),
      );
    },
    { detail: historyDocs(documented, { limitDefault, limitMax }) },
  );
}

function read(
  history: GatehouseOptions["services"]["history"],
  caller: Caller,
  query: Parameters,
  filter: HistoryFilter,
): Promise<HistoryList> {
  const after = integerOf(query, "after", { minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
  return after === undefined ? history.list(caller, filter) : history.follow(caller, after, filter);
}

function filterOf(query: Parameters, isFeature: (key: string) => boolean): HistoryFilter {
  const keys = nameListOf(query, "keys", isFeature);
  if ((keys?.size ?? 0) > keysMax) {
    throw new GatehouseError("parameter_invalid", {
      message: `keys holds more than ${keysMax} names`,
    });
  }
  const action = query.text("action");
  const actor = query.text("actor");
  return {
    keys: keys === undefined ? null : [...keys],
    actions: action === undefined ? null : [actionIn(action)],
    actor: actor === undefined ? null : actorIn(actor),
    from: timeOf(query, "from"),
    to: timeOf(query, "to"),
    before: integerOf(query, "before", { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) ?? null,
    limit: integerOf(query, "limit", { minimum: 1, maximum: limitMax }) ?? limitDefault,
  };
}

function timeOf(query: Parameters, name: string): number | null {
  const text = query.text(name);
  return text === undefined ? null : timeIn(name, text);
}

function actionIn(text: string): AuditAction {
  const action = auditActions.find((each) => each === text);
  if (action === undefined) {
    throw new GatehouseError("parameter_invalid", {
      message: `action must be one of ${auditActions.join(", ")}`,
    });
  }
  return action;
}

function actorIn(text: string): AuditActor {
  const { type, id } = actorForm.exec(text)?.groups ?? {};
  if (type === undefined || id === undefined) {
    throw new GatehouseError("parameter_invalid", { message: "actor must be Token:ID or User:ID" });
  }
  return { type: type === "Token" ? "Token" : "User", id };
}

function listModel({ audits, next, eventsMax }: HistoryList): HistoryListModel {
  return {
    audits: audits.map((audit) => ({ id: audit.sequence, ...auditModel(audit) })),
    next,
    limits: limitsModel(eventsMax),
  };
}
