import { Elysia } from "elysia";
import { jsonBodyChunks } from "../../http/request/body-chunks.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { previewRules } from "../../imports/imported-gates.ts";
import { readImport } from "../../imports/read-import.ts";
import { importBytesDefault } from "../../model/feature.ts";
import type { ImportPreview } from "../../services/summarize-import.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";
import { importPreviewDocs } from "./import-preview-docs.ts";
import type { ImportPreviewModel } from "./import-preview-model.ts";

/** The path of the route below the prefix of the API. */
export const importPreviewPath = "/gatehouse/import-preview";

/** POST gatehouse/import-preview (docs/api.md#import-preview). Changes nothing. */
export function importPreviewController(options: GatehouseOptions) {
  const { access, services } = options;
  const { features, importPlace } = services;
  const bytesMax = options.importBytesMax ?? importBytesDefault;
  const limits = { bytesMax, inflatedBytesMax: bytesMax };
  return new Elysia().post(
    importPreviewPath,
    async ({ request }) => {
      const caller = access.writer(request);
      // A bad query is request_invalid; a bad body is import_invalid.
      queryOf(request);
      const preview = await importPlace.hold(jsonBodyChunks(request, limits), async (chunks) => {
        const imported = await readImport(chunks, previewRules(features.importRules(caller)));
        return features.previewImport(caller, imported);
      });
      return jsonResponse(JSON.stringify(previewModel(preview)));
    },
    { parse: "none", detail: importPreviewDocs(options.documented) },
  );
}

function previewModel({ features, totals, unchangedCount }: ImportPreview): ImportPreviewModel {
  return {
    features: features.map(({ key, kind, actions }) => ({
      key,
      change: kind,
      actions: { ...actions },
    })),
    ...totals,
    unchanged: unchangedCount,
  };
}
