import { join } from "node:path";
import { addressedFiles } from "./addressed-files.ts";
import { withRepository } from "./repository-address.ts";

/** `make repository`: writes the address of packaging/repository.json into the documents. */
for (const path of addressedFiles()) {
  const file = Bun.file(join(import.meta.dir, "..", path));
  const text = await file.text();
  const addressed = withRepository(text);
  if (addressed !== text) {
    await file.write(addressed);
  }
}
