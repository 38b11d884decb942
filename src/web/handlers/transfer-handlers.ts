import { exportFeatures } from "../../flipper-api/features/export-document.ts";
import { jsonBodyChunks } from "../../http/request/body-chunks.ts";
import { readImport } from "../../imports/read-import.ts";
import type { AuditAction } from "../../model/audit.ts";
import type { ImportedFeatureChange, ImportPreview } from "../../services/summarize-import.ts";
import type { GateDifference } from "../contract/audit-routes.ts";
import type { ImportResult } from "../contract/setting-routes.ts";
import { requireJsonType } from "../read-input.ts";
import type { HandlersOf } from "../serve.ts";
import { uiJsonHeaders } from "../ui-errors.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { callerOf, environmentOfId, type UiDependencies, written } from "./ui-dependencies.ts";

type TransferRoute =
  | "GET /environments/:environment/export"
  | "POST /environments/:environment/import";

const shownMax = 200;

/** Export and import of an environment's features. */
export function transferHandlers(deps: UiDependencies): HandlersOf<TransferRoute> {
  const { writer, snapshots, features, importPlace } = deps.services;
  return {
    async "GET /environments/:environment/export"({ params }) {
      const environment = environmentOfId(writer.state, params.environment);
      const toggles = snapshots.of(writer.state, environment).toggles;
      return new Response(exportFeatures(toggles), {
        headers: {
          ...uiJsonHeaders,
          // A slug has letters, digits and dashes only.
          "content-disposition": `attachment; filename="${environment.slug}.json"`,
        },
      });
    },

    async "POST /environments/:environment/import"(input) {
      const { request, query } = input;
      const caller = callerOf(writer.state, input);
      requireJsonType(request);
      const isPreview = query.preview === "1";
      const { environment } = caller;
      if (!isPreview && environment.kind === "production" && query.typed !== environment.name) {
        throw new UiRefusal("name_wrong", {
          message: "An import into Production must be confirmed with the environment's name",
          place: "typed",
        });
      }
      const limits = { bytesMax: deps.importBytesMax, inflatedBytesMax: deps.importBytesMax };
      const preview = await importPlace.hold(jsonBodyChunks(request, limits), async (chunks) => {
        const imported = await readImport(chunks, features.importRules(caller));
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

function importResult(preview: ImportPreview): Omit<ImportResult, "revision"> {
  return {
    ...preview.totals,
    unchanged: preview.unchangedCount,
    differences: preview.features.slice(0, shownMax).map(differenceOf),
  };
}

const featureChanges: Readonly<Record<ImportedFeatureChange["kind"], GateDifference["feature"]>> = {
  created: "created",
  removed: "removed",
  changed: null,
  cleared: null,
};

function differenceOf({ key, kind, actions }: ImportedFeatureChange): GateDifference {
  const counted = new Map<string, number>(Object.entries(actions));
  return {
    key,
    changes: [...counted].flatMap(([action, count]) =>
      isGateAction(action) ? [{ action, value: null, before: null, count }] : [],
    ),
    feature: featureChanges[kind],
  };
}

/** `create` and `remove` are told by the feature itself. */
function isGateAction(action: string): action is AuditAction {
  return action !== "create" && action !== "remove";
}
