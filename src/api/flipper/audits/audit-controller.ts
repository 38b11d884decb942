import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { auditAnswer } from "../../../app/services/audit-pages.ts";
import type {
  AuditPage,
  AuditPageRequest,
  AuditService,
} from "../../../app/services/audit-service.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import { documented, documentedJson } from "../../../http/declared/documented-schemas.ts";
import {
  type SentNames,
  sentInteger,
  sentNames,
} from "../../../http/declared/parameter-schemas.ts";
import { wire } from "../../../http/declared/sent-values.ts";
import { nameListOf } from "../../../http/request/name-list.ts";
import { requestInvalid } from "../../../http/request/request-invalid.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import type { Access } from "../../common/access/access.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { auditModel, limitsModel } from "./audit-json.ts";
import { AuditListModel } from "./audit-model.ts";

export interface AuditControllerOptions {
  readonly service: AuditService;
  readonly access: Access;
  readonly isFeature: (caller: Caller, key: string) => boolean;
  readonly documented: DocumentedDeployment;
}

const perPageDefault = 100;
const perPageMax = 250;
/** Higher than the last page of any history. */
const pageMax = 1_000_000_000;
const mergedEventsMax = 100_000;
/** The maximum number of features that count for the depth of a page: see `refuseDeepPage`. */
const countedKeysMax = 100;

/** Some clients use the name `features` for `keys`. */
const keys = documented(
  wire<SentNames>(Type.Array(Type.String()), (sent) => {
    if (sent.has("keys") && sent.has("features")) {
      throw requestInvalid("keys and features are two names of one parameter: send one of them");
    }
    const name = sent.has("features") ? "features" : "keys";
    return (isFeature) => nameListOf(sent, name, isFeature);
  }),
  { description: "Only audits of these features.", example: ["search"], isCommaList: true },
);

const AuditQuery = Type.Object({
  page: sentInteger("The number of the page.", 1, { minimum: 1, maximum: pageMax, default: 1 }),
  per_page: sentInteger("The number of audits on a page. More than 250 counts as 250.", 2, {
    minimum: 1,
    default: perPageDefault,
  }),
  keys,
  features: sentNames("Another name of `keys`. Cannot be sent together with `keys`.", []),
});

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

/** GET /audits (docs/api.md#audits). */
export function auditController(options: AuditControllerOptions) {
  const { service, isFeature } = options;
  return new Elysia({ tags: ["Audits"] }).use(flipperRoutes(options)).get(
    "/audits",
    ({ caller, query }) => {
      const keys = query.keys((key) => isFeature(caller, key));
      const pageRequest = {
        page: query.page ?? 1,
        perPage: Math.min(query.per_page ?? perPageDefault, perPageMax),
        keys: keys === undefined ? null : [...keys],
      };
      refuseDeepPage(pageRequest);
      return auditAnswer(
        caller,
        () => service.page(caller, pageRequest),
        (page) => jsonResponse(JSON.stringify(listModel(page))),
      );
    },
    {
      access: "read",
      query: AuditQuery,
      response: { 200: documentedJson(AuditListModel, "A page of audits", example) },
      refuses: ["parameter_invalid", "too_many_names", "unavailable"],
      detail: {
        operationId: "listAudits",
        summary: "List the changes in the token's environment, latest first",
        description: "Audits outlive their feature.",
      },
    },
  );
}

/**
 * A page for some features merges their events up to that page, so its number is limited. More than
 * 100 features count as 100: of very many features only few have events on one page.
 */
function refuseDeepPage({ page, perPage, keys }: AuditPageRequest): void {
  const counted = Math.min(keys?.length ?? 0, countedKeysMax);
  if (page * perPage * counted > mergedEventsMax) {
    throw new GatehouseError("parameter_invalid", {
      message: `page times per_page times the number of features, counted up to ${countedKeysMax}, must not exceed ${mergedEventsMax}`,
    });
  }
}

function listModel(page: AuditPage): AuditListModel {
  return {
    audits: page.audits.map(auditModel),
    pagination: {
      page: page.page,
      per: page.perPage,
      previous: page.page > 1 ? page.page - 1 : null,
      next: page.hasNext ? page.page + 1 : null,
    },
    limits: limitsModel(page.eventsMax),
  };
}
