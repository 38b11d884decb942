import { join } from "node:path";
import { serverOptions } from "../src/config/settings.ts";
import { settingsTable, withTable } from "./settings-table.ts";

/** `make settings`: writes the table of all settings into README.md. */
const readme = Bun.file(join(import.meta.dir, "../README.md"));
await readme.write(withTable(await readme.text(), settingsTable(serverOptions)));
