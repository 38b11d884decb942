import { contentEncoding } from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { exampleExport } from "./feature-examples.ts";
import { ExportModel } from "./feature-model.ts";

/** The documentation of docs/api.md#import-and-export. */
export function importDocs(deployment: DocumentedDeployment) {
  const { isHosted } = deployment;
  return {
    import: flipperOperation(deployment, {
      id: "importFeatures",
      tag: "Features",
      summary: "Make all features equal to an export",
      description:
        (isHosted
          ? "With a token of Production, features that the export lacks are removed. With a token " +
            "of another environment none is removed: there, features that the export lacks lose " +
            "all gate values, and new features have none in Production. "
          : "Features that the export lacks are removed. ") +
        "At most 50 MiB, plain or gzip. While another import runs it is refused with 503.",
      changes: "features",
      isImport: true,
      headers: contentEncoding,
      body: { schema: ExportModel, example: exampleExport, isJsonOnly: true },
      answers: [
        {
          status: 204,
          text: isHosted
            ? "The features have the gates of the export in the environment of the token"
            : "The features are those of the export",
        },
      ],
      refusals: ["import_invalid", "quota_exceeded"],
    }),
  };
}
