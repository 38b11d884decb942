import { Elysia } from "elysia";
import { parametersOf, queryOf } from "../../http/request/request-parameters.ts";
import { rawQuery } from "../../http/request/request-url.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { PreparedAnswer } from "../../http/response/prepared-answer.ts";
import { synchronous } from "../../http/routing/synchronous.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import { exactFeatureKey, normalizeFeatureKey } from "../../toggles/feature-key.ts";
import type { Access } from "../access/access.ts";
import { featureJson, listJson } from "../answers/feature-json.ts";
import { pollHeaders } from "../answers/intervals.ts";
import { preparedLists } from "../answers/snapshot-answers.ts";
import { featureDocs } from "./feature-docs.ts";
import { askedFeatures, featureQueries } from "./feature-query.ts";

export interface FeatureControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  /** Whether feature objects have an `expression` gate: hosted only. */
  readonly showsExpressions: boolean;
  /** Seconds that pollers should wait between reads; undefined to leave it to them. */
  readonly pollIntervalSeconds: number | undefined;
}

/** SPEC.md 4.1. */
export function featureController(options: FeatureControllerOptions) {
  const { service, access } = options;
  const headersOf = listHeaders(options);
  const allFeatures = preparedLists(headersOf);
  const readQuery = featureQueries(options.showsExpressions);
  const { shape: plainShape } = readQuery("");
  return new Elysia()
    .get(
      "/features",
      synchronous((request) => {
        const caller = access.reader(request);
        const snapshot = service.snapshot(caller);
        const { shape, keyed } = readQuery(rawQuery(request.url));
        const answer =
          keyed === null
            ? allFeatures(snapshot, shape)
            : new PreparedAnswer(listJson(askedFeatures(keyed, snapshot), shape), headersOf);
        return answer.respond(request, service.revision(caller));
      }),
      { detail: featureDocs.list },
    )
    .post(
      "/features",
      async ({ request }) => {
        const caller = access.writer(request);
        const parameters = await parametersOf(request);
        await service.create(caller, normalizeFeatureKey(parameters.text("name")));
        return jsonResponse("{}");
      },
      { parse: "none", detail: featureDocs.create },
    )
    .get(
      "/features/:feature_name",
      synchronous((request, featureName) => {
        const toggle = service.get(access.reader(request), featureName);
        const excludeGates = queryOf(request).flag("exclude_gates");
        return jsonResponse(featureJson(toggle, { ...plainShape, excludeGates }));
      }),
      { detail: featureDocs.get },
    )
    .delete(
      "/features/:feature_name",
      async ({ request, params }) => {
        const caller = access.deleter(request);
        const key = exactFeatureKey(params.feature_name);
        await parametersOf(request);
        await service.remove(caller, key);
        return noContent();
      },
      { parse: "none", detail: featureDocs.remove },
    )
    .delete(
      "/features/:feature_name/clear",
      async ({ request, params }) => {
        const caller = access.writer(request);
        const key = exactFeatureKey(params.feature_name);
        await parametersOf(request);
        await service.clear(caller, key);
        return noContent();
      },
      { parse: "none", detail: featureDocs.clear },
    );
}

/** The headers of list answers. */
function listHeaders({ access, pollIntervalSeconds }: FeatureControllerOptions) {
  const constant = {
    ...pollHeaders(pollIntervalSeconds),
    ...(access.varyBy === undefined ? {} : { vary: access.varyBy }),
  };
  return (revision: number) => ({ ...constant, "flipper-sync-version": String(revision) });
}

function noContent(): Response {
  return new Response(null, { status: 204 });
}
