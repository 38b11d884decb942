import { exportParts } from "../../flipper-api/features/export-document.ts";
import { jsonBodyChunks } from "../../http/request/body-chunks.ts";
import { previewRules } from "../../imports/imported-gates.ts";
import { readImport } from "../../imports/read-import.ts";
import { streamedJson } from "../json-answers.ts";
import { requireJsonType } from "../read-input.ts";
import type { HandlersOf } from "../serve.ts";
import { importResult, requireTypedName } from "./import-answers.ts";
import { callerOf, environmentOfId, type UiDependencies, written } from "./ui-dependencies.ts";

type TransferRoute =
  | "GET /environments/:environment/export"
  | "POST /environments/:environment/import";

/** Export and import of an environment's features. */
export function transferHandlers(deps: UiDependencies): HandlersOf<TransferRoute> {
  const { writer, snapshots, features, importPlace } = deps.services;
  return {
    "GET /environments/:environment/export"({ params, request }) {
      const environment = environmentOfId(writer.state, params.environment);
      const toggles = snapshots.of(writer.state, environment).eachToggle();
      return streamedJson(request, exportParts(toggles), {
        // A slug has letters, digits and dashes only.
        "content-disposition": `attachment; filename="${environment.slug}.json"`,
      });
    },

    async "POST /environments/:environment/import"(input) {
      const { request, query } = input;
      const caller = callerOf(writer.state, input);
      requireJsonType(request);
      const isPreview = query.preview === "1";
      if (!isPreview) {
        requireTypedName(caller.environment, query.typed);
      }
      const limits = { bytesMax: deps.importBytesMax, inflatedBytesMax: deps.importBytesMax };
      const rules = features.importRules(caller);
      const preview = await importPlace.hold(jsonBodyChunks(request, limits), async (chunks) => {
        const imported = await readImport(chunks, isPreview ? previewRules(rules) : rules);
        const previewed = await features.previewImport(caller, imported);
        if (!isPreview) {
          await features.import(caller, imported);
        }
        return previewed;
      });
      return { ...importResult(preview), ...written(writer.state) };
    },
  };
}
