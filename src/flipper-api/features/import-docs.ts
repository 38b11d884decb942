import { flipperOperation } from "../errors/operation-docs.ts";
import { ExportModel } from "./feature-model.ts";

export const importDocs = {
  import: flipperOperation({
    tag: "Features",
    summary: "Replace all features with those of an export",
    description:
      "At most 50 MiB, plain or gzip. A refused import changes nothing. While another import runs: " +
      "503, with Retry-After.",
    body: { schema: ExportModel, isJsonOnly: true },
    success: { status: 204, text: "The features are those of the export" },
    refusals: ["import_invalid", "quota_exceeded"],
  }),
};
