import { join } from "node:path";
import { featuresSchema, featuresSchemaFile } from "./features-schema.ts";

/** `make schema`: writes the JSON schema of files of features to docs/. */
await Bun.write(join(import.meta.dir, "..", featuresSchemaFile), featuresSchema());
