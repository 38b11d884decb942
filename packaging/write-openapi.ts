import { join } from "node:path";
import { adminTypes, adminTypesFile } from "./admin-types.ts";
import { documentSources, servedDocument, sourceCommand } from "./served-document.ts";

const root = join(import.meta.dir, "..");

/** `make openapi`: writes the OpenAPI documents to docs/, and the types of the Admin API. */
for (const source of Object.values(documentSources)) {
  const document = await servedDocument(sourceCommand, source);
  await Bun.write(join(root, source.file), document);
  if (source === documentSources.admin) {
    await Bun.write(join(root, adminTypesFile), await adminTypes(document));
  }
}
