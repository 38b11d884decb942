import { Elysia } from "elysia";
import { parametersOf, queryOf } from "../../http/request/request-parameters.ts";
import { rawQuery } from "../../http/request/request-url.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { noContent } from "../../http/response/no-content.ts";
import { synchronousHandler } from "../../http/routing/synchronous-handler.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import { exactFeatureKey, normalizeFeatureKey } from "../../toggles/feature-key.ts";
import type { Access } from "../access/access.ts";
import { featureAnswer } from "../answers/feature-answer.ts";
import { pollHeaders } from "../answers/interval-headers.ts";
import { answerSome, listAnswers } from "../answers/snapshot-answers.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { featureDocs } from "./feature-docs.ts";
import { featureQueries, selectFeatures } from "./feature-query.ts";

export interface FeatureControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  /** Whether feature objects have an `expression` gate; hosted only. */
  readonly showsExpressions: boolean;
  /** Seconds that pollers should wait between reads; undefined to send no header. */
  readonly pollIntervalSeconds: number | undefined;
  readonly documented: DocumentedDeployment;
}

/** The routes of features (docs/api.md#features). */
export function featureController(options: FeatureControllerOptions) {
  const { service, access } = options;
  const docs = featureDocs(options.documented);
  const headersOf = featureListHeaders(options);
  const allFeatures = listAnswers(headersOf);
  const readQuery = featureQueries(options.showsExpressions);
  const { shape: plainShape } = readQuery("");
  return new Elysia()
    .get(
      "/features",
      synchronousHandler((request) => {
        const caller = access.reader(request);
        const snapshot = service.snapshot(caller);
        const { shape, selection } = readQuery(rawQuery(request.url));
        const revision = service.revision(caller);
        return selection === null
          ? allFeatures(snapshot, shape).respond(request, revision)
          : answerSome(request, selectFeatures(selection, snapshot), shape, headersOf(revision));
      }),
      { detail: docs.list },
    )
    .post(
      "/features",
      async ({ request }) => {
        const caller = access.writer(request);
        const parameters = await parametersOf(request);
        await service.create(caller, normalizeFeatureKey(parameters.text("name")));
        return jsonResponse("{}");
      },
      { parse: "none", detail: docs.create },
    )
    .get(
      "/features/:feature_name",
      synchronousHandler((request, featureName) => {
        const toggle = service.get(access.reader(request), featureName);
        const excludeGates = queryOf(request).flag("exclude_gates");
        return featureAnswer(toggle, { ...plainShape, excludeGates });
      }),
      { detail: docs.get },
    )
    .delete(
      "/features/:feature_name",
      async ({ request, params }) => {
        const caller = access.deleter(request);
        const key = exactFeatureKey(params.feature_name);
        queryOf(request);
        await service.remove(caller, key);
        return noContent();
      },
      { parse: "none", detail: docs.remove },
    )
    .delete(
      "/features/:feature_name/clear",
      async ({ request, params }) => {
        const caller = access.writer(request);
        const key = exactFeatureKey(params.feature_name);
        queryOf(request);
        await service.clear(caller, key);
        return noContent();
      },
      { parse: "none", detail: docs.clear },
    );
}

/** Returns a function that gives the headers of list answers for a revision. */
function featureListHeaders({ access, pollIntervalSeconds }: FeatureControllerOptions) {
  const constant = {
    ...pollHeaders(pollIntervalSeconds),
    ...(access.varyBy === undefined ? {} : { vary: access.varyBy }),
  };
  return (revision: number) => ({ ...constant, "flipper-sync-version": String(revision) });
}
