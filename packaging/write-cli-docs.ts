import { join } from "node:path";
import { cliReference, withCliReference } from "./cli-reference.ts";
import { documentedProgram } from "./documented-program.ts";

/** `make cli-docs`: writes the sections of the commands into docs/cli.md. */
const document = Bun.file(join(import.meta.dir, "../docs/cli.md"));
await document.write(withCliReference(await document.text(), cliReference(documentedProgram)));
