import { join } from "node:path";
import { serverOptions } from "../src/config/settings.ts";
import { settingsTable, withTable } from "./settings-table.ts";

/** `make settings`: writes the table of all settings into docs/operations.md. */
const document = Bun.file(join(import.meta.dir, "../docs/operations.md"));
await document.write(withTable(await document.text(), settingsTable(serverOptions)));
