import { contentEncoding } from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { exampleExport } from "../features/feature-examples.ts";
import { ExportModel } from "../features/feature-model.ts";
import { ImportPreviewModel } from "./import-preview-model.ts";

const example: ImportPreviewModel = {
  features: [
    { key: "search", change: "changed", actions: { disable_group: 1, percentage_of_actors: 1 } },
    { key: "checkout", change: "created", actions: { create: 1, enable: 1 } },
  ],
  created: 1,
  changed: 1,
  cleared: 0,
  removed: 0,
  unchanged: 0,
};

const { search, ...others } = exampleExport.features;

/** The documentation of docs/api.md#import-preview. */
export function importPreviewDocs(deployment: DocumentedDeployment) {
  return flipperOperation(deployment, {
    id: "previewImport",
    tag: "Gatehouse",
    summary: "Read what an import would change",
    description:
      "Takes the body of an import, and is refused as that would be. Changes nothing. At most 50 " +
      "MiB, plain or gzip. While an import runs it is refused with 503.",
    changes: "features",
    isImport: true,
    headers: contentEncoding,
    body: {
      schema: ExportModel,
      example: {
        version: 1,
        features: {
          ...others,
          search: { ...search, groups: [], percentage_of_actors: "50" },
          checkout: { boolean: true },
        },
      },
      isJsonOnly: true,
    },
    answers: [
      {
        status: 200,
        text: "What the import would do",
        json: { schema: ImportPreviewModel, example },
      },
    ],
    refusals: ["import_invalid", "quota_exceeded"],
  });
}
