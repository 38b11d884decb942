import { join } from "node:path";
import { documentSources, servedDocument, sourceCommand } from "./served-document.ts";

/** `make openapi`: writes the OpenAPI documents to docs/. */
for (const source of Object.values(documentSources)) {
  const file = join(import.meta.dir, "..", source.file);
  await Bun.write(file, await servedDocument(sourceCommand, source));
}
