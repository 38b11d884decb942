import { Elysia } from "elysia";
import { parametersOf, queryOf } from "../../http/request/request-parameters.ts";
import { rawQuery } from "../../http/request/request-url.ts";
import { Body } from "../../http/response/answer-body.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { conditionalResponse } from "../../http/response/prepared-answer.ts";
import { synchronous } from "../../http/routing/synchronous.ts";
import type { Caller } from "../../model/caller.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import { listJson } from "../../snapshots/snapshot.ts";
import { exactFeatureKey, normalizeFeatureKey } from "../../toggles/feature-key.ts";
import type { Access } from "../access/access.ts";
import { featureJson } from "../answers/feature-json.ts";
import { pollHeaders } from "../answers/intervals.ts";
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
  const readQuery = featureQueries(options.showsExpressions);
  const { shape: plainShape } = readQuery("");
  return new Elysia()
    .get(
      "/features",
      synchronous((request) => {
        const caller = access.reader(request);
        const snapshot = service.snapshot(caller);
        const headers = headersOf(caller);
        const { shape, keyed } = readQuery(rawQuery(request.url));
        const body =
          keyed === null
            ? snapshot.list(shape)
            : new Body(listJson(askedFeatures(keyed, snapshot), shape));
        return conditionalResponse(request, body, headers);
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
        const caller = access.remover(request);
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

type Headers = Readonly<Record<string, string>>;

/** The headers of lists, the same object until the project changes, so that answers are kept. */
function listHeaders({ service, access, pollIntervalSeconds }: FeatureControllerOptions) {
  const lasting: Headers = {
    ...pollHeaders(pollIntervalSeconds),
    ...(access.varyBy === undefined ? {} : { vary: access.varyBy }),
  };
  const byProject = new Map<number, { readonly revision: number; readonly headers: Headers }>();
  return (caller: Caller): Headers => {
    const { projectId } = caller.environment;
    const revision = service.revision(caller);
    const known = byProject.get(projectId);
    if (known?.revision === revision) {
      return known.headers;
    }
    const headers = { ...lasting, "flipper-sync-version": String(revision) };
    byProject.set(projectId, { revision, headers });
    return headers;
  };
}

function noContent(): Response {
  return new Response(null, { status: 204 });
}
