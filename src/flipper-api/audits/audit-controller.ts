import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { integerOf } from "../../http/request/integer-parameter.ts";
import { type IsName, nameListOf } from "../../http/request/name-list.ts";
import type { Parameters } from "../../http/request/parameters.ts";
import { requestInvalid } from "../../http/request/request-invalid.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import type { Caller } from "../../model/caller.ts";
import { auditAnswer } from "../../services/audit-pages.ts";
import type { AuditPage, AuditPageRequest, AuditService } from "../../services/audit-service.ts";
import type { Access } from "../access/access.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { auditDocs } from "./audit-docs.ts";
import { auditModel, limitsModel } from "./audit-json.ts";
import type { AuditListModel } from "./audit-model.ts";

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
/** The most features that count for the depth of a page: see `refuseDeepPage`. */
const countedKeysMax = 100;

/** GET /audits (docs/api.md#audits). */
export function auditController(options: AuditControllerOptions) {
  const { service, access, isFeature, documented } = options;
  return new Elysia().get(
    "/audits",
    async ({ request }) => {
      const caller = access.reader(request);
      const query = queryOf(request);
      const pageRequest = {
        page: integerOf(query, "page", { minimum: 1, maximum: pageMax }) ?? 1,
        perPage: Math.min(
          integerOf(query, "per_page", { minimum: 1 }) ?? perPageDefault,
          perPageMax,
        ),
        keys: keysOf(query, (key) => isFeature(caller, key)),
      };
      refuseDeepPage(pageRequest);
      return auditAnswer(
        caller,
        () => service.page(caller, pageRequest),
        (page) => jsonResponse(JSON.stringify(listModel(page))),
      );
    },
    { detail: auditDocs(documented, { perPageDefault, pageMax }) },
  );
}

/**
 * A page of some features merges their events up to that page, so its number is limited. More than
 * 100 features count as 100: of very many features only few have events on one page, so they do not
 * cost more.
 */
function refuseDeepPage({ page, perPage, keys }: AuditPageRequest): void {
  const counted = Math.min(keys?.length ?? 0, countedKeysMax);
  if (page * perPage * counted > mergedEventsMax) {
    throw new GatehouseError(
      "parameter_invalid",
      `page times per_page times the number of features, counted up to ${countedKeysMax}, must not exceed ${mergedEventsMax}`,
    );
  }
}

/** Some clients use the name `features` for `keys`. */
function keysOf(query: Parameters, isFeature: IsName): readonly string[] | null {
  if (query.has("keys") && query.has("features")) {
    throw requestInvalid("keys and features are two names of one parameter: send one of them");
  }
  const keys = nameListOf(query, query.has("features") ? "features" : "keys", isFeature);
  return keys === undefined ? null : [...keys];
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
