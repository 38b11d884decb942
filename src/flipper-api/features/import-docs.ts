import { flipperOperation } from "../errors/flipper-operation.ts";
import { ExportModel } from "./feature-model.ts";

export const importDocs = {
  import: flipperOperation({
    tag: "Features",
    summary: "Replace everything with an export",
    description: "At most 50 MiB, plain or gzip. All of it holds or, when refused, none.",
    body: { schema: ExportModel, isJsonOnly: true },
    success: { status: 204, text: "The features are those of the export" },
    refusals: ["import_invalid"],
  }),
};
