import { join } from "node:path";
import { permissionRows, withPermissions } from "./permissions-table.ts";
import { documentSources } from "./served-document.ts";

/** `make permissions`: writes the table of the routes and roles of the Admin API into docs/ui.md. */
const root = join(import.meta.dir, "..");
const document = Bun.file(join(root, "docs/ui.md"));
const rows = permissionRows(await Bun.file(join(root, documentSources.admin.file)).json());
await document.write(withPermissions(await document.text(), rows));
