import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { documentedProgram } from "./documented-program.ts";
import { manPages } from "./man-pages.ts";
import { releaseDate } from "./release-date.ts";

/** `make man`: writes the manual pages to DIRECTORY/man1. */
const [directory = "dist/man"] = process.argv.slice(2);
const changelog = await Bun.file(join(import.meta.dir, "../CHANGELOG.md")).text();
const pages = join(directory, "man1");
// Removes pages of deleted commands.
await rm(pages, { recursive: true, force: true });
await mkdir(pages, { recursive: true });
for (const { name, source } of manPages(documentedProgram, releaseDate(changelog))) {
  await Bun.write(join(pages, name), source);
}
