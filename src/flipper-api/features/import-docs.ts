import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { exampleExport } from "./feature-examples.ts";
import { ExportModel } from "./feature-model.ts";

/** The documentation of docs/api.md#import-and-export. */
export function importDocs(deployment: DocumentedDeployment) {
  return {
    import: flipperOperation(deployment, {
      id: "importFeatures",
      tag: "Features",
      summary: "Replace all features with those of an export",
      description:
        "At most 50 MiB, plain or gzip. A refused import changes nothing. While another import " +
        "runs it is refused with 503.",
      changes: "features",
      isImport: true,
      body: { schema: ExportModel, example: exampleExport, isJsonOnly: true },
      answers: [{ status: 204, text: "The features are those of the export" }],
      refusals: ["import_invalid", "quota_exceeded"],
    }),
  };
}
