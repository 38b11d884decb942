import { Elysia } from "elysia";
import { previewRules } from "../../../app/imports/imported-gates.ts";
import { readImport } from "../../../app/imports/read-import.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import { jsonBodyChunks } from "../../../http/request/body-chunks.ts";
import { exportParts } from "../../flipper/features/export-document.ts";
import { ExportModel } from "../../flipper/features/feature-model.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { ImportQuery, ImportResult } from "../contract/transfer-models.ts";
import { streamedJson } from "../json-answers.ts";
import { requireJsonType } from "../read-input.ts";
import { importResult } from "./import-answers.ts";
import { answerPeerImport } from "./peer-imports.ts";
import { callerInPath, type UiDependencies, written } from "./ui-dependencies.ts";

/** Export and import of an environment's features (docs/admin-api.md#routes). */
export function transferController(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, snapshots, features, importPlace } = deps.services;
  return new Elysia({ tags: ["Transfer"] })
    .use(routes)
    .get(
      "/environments/:environment/export",
      ({ caller, params, request }) => {
        const environment = environmentOf(writer.state, params.environment, caller);
        const toggles = snapshots.of(writer.state, environment).eachToggle();
        return streamedJson(request, exportParts(toggles), {
          // A slug has only letters, digits and dashes.
          "content-disposition": `attachment; filename="${environment.slug}.json"`,
        });
      },
      {
        role: "viewer",
        environmentToken: "reader",
        params: EnvironmentPath,
        response: { 200: answered(ExportModel, "The features with their gates, as a file") },
        refuses: ["environment_not_found"],
        detail: { operationId: "exportFeatures", summary: "Export the features" },
      },
    )
    .post(
      "/environments/:environment/import",
      async ({ caller: adminCaller, params, query, request }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        if (query.from !== undefined) {
          const imported = await answerPeerImport(deps, { caller, adminCaller, query, request });
          return { ...imported, ...written(writer.state, adminCaller) };
        }
        requireJsonType(request);
        const isPreview = query.preview === "1";
        const typed = isPreview || adminCaller.isProgram ? null : query.typed;
        const limits = { bytesMax: deps.importBytesMax, inflatedBytesMax: deps.importBytesMax };
        const rules = features.importRules(caller);
        const counted = await importPlace.hold(jsonBodyChunks(request, limits), async (chunks) => {
          const imported = await readImport(chunks, isPreview ? previewRules(rules) : rules);
          const wanted = { features: imported, mode: query.mode ?? "replace", typed };
          return isPreview
            ? features.previewImport(caller, wanted)
            : features.importAndCount(caller, wanted);
        });
        return { ...importResult(counted), ...written(writer.state, adminCaller) };
      },
      {
        role: "admin",
        environmentToken: "writer",
        params: EnvironmentPath,
        query: ImportQuery,
        response: { 200: answered(ImportResult, "What the import changes, or would change") },
        refuses: [
          "input_invalid",
          "request_invalid",
          "media_type_unsupported",
          "body_too_large",
          "request_timeout",
          "environment_not_found",
          "name_wrong",
          "confirmation_required",
          "import_invalid",
          "quota_exceeded",
          ...commandRefusals,
        ],
        detail: {
          operationId: "importFeatures",
          summary: "Make all features equal to an export, or add its features",
          description:
            "The body is an export, as JSON. With `from` it is a file of another system, as JSON or YAML, or " +
            "`{document, segments}` with a file and its segments. While another import runs, the server " +
            "refuses it with 503.",
        },
      },
    );
}
