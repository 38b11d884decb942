import { join } from "node:path";
import { withSection } from "./document-section.ts";
import { folderPicture } from "./folder-picture.ts";
import { readFiles } from "./source-imports.ts";

/** `make picture`: writes the picture of the imports between folders into docs/architecture.md. */
const document = Bun.file(join(import.meta.dir, "../docs/architecture.md"));
const picture = folderPicture(readFiles("src/**/*.ts"));
await document.write(withSection(await document.text(), "dependencies", picture));
