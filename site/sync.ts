import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sitePage } from "../packaging/site-page.ts";
import { base, sourceUrl } from "./address.ts";
import { pages } from "./pages.ts";

/** Writes the documents of the repository as pages for Astro. */
const root = join(import.meta.dir, "..");
const content = join(import.meta.dir, "src/content/docs");
const pictures = join(import.meta.dir, "public/pictures");
await rm(content, { recursive: true, force: true });
await rm(pictures, { recursive: true, force: true });
await cp(join(root, "docs/pictures"), pictures, { recursive: true });
const slugs = new Map(pages.map(({ file, slug }) => [file, slug]));
for (const { file, slug } of pages) {
  const path = join(content, `${slug}.md`);
  await mkdir(dirname(path), { recursive: true });
  const markdown = await Bun.file(join(root, file)).text();
  await Bun.write(path, sitePage(markdown, { file, slugs, base, sourceUrl }));
}
process.stdout.write(`${pages.length} pages\n`);
