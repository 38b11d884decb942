import { join } from "node:path";
import { permissions, routeNames } from "../src/web/permissions.ts";
import { withPermissions } from "./permissions-table.ts";

/** `make permissions`: writes the table of the UI's routes and roles into docs/ui.md. */
const document = Bun.file(join(import.meta.dir, "../docs/ui.md"));
const rows = routeNames.map((route) => ({ route, ...permissions[route] }));
await document.write(withPermissions(await document.text(), rows));
