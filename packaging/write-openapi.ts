import { join } from "node:path";
import {
  type DocumentMode,
  documentFiles,
  servedDocument,
  sourceCommand,
} from "./served-document.ts";

/** `make openapi`: writes the OpenAPI document of each mode to docs/. */
for (const mode of Object.keys(documentFiles) as DocumentMode[]) {
  const file = join(import.meta.dir, "..", documentFiles[mode]);
  await Bun.write(file, await servedDocument(sourceCommand, mode));
}
