import { FeatureFile } from "../src/cli/feature-file/feature-file-schema.ts";
import { schemaUrl } from "../src/cli/feature-file/pulled-file.ts";

/** The JSON schema of files of features, which editors read. */
export const featuresSchemaFile = "docs/features.v1.json";

export function featuresSchema(): string {
  const head = {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: schemaUrl,
    title: "Gatehouse features",
  };
  return `${JSON.stringify({ ...head, ...FeatureFile }, undefined, 2)}\n`;
}
