import { bundleUi } from "./bundle-ui.ts";
import { minified } from "./minified.ts";
import { type BuiltFile, packPage } from "./pack-page.ts";

/** Writes the web UI as one file: FILE. A make step, because a macro cannot call the bundler. */
const [path = ""] = process.argv.slice(2);

async function minifiedFile(file: BuiltFile): Promise<BuiltFile> {
  if (!file.name.endsWith(".js")) {
    return file;
  }
  const text = await minified(file.name, new TextDecoder().decode(file.content), { module: true });
  return { ...file, content: new TextEncoder().encode(text) };
}

const page = await bundleUi();
const files = await Promise.all(page.files.map(minifiedFile));
await Bun.write(path, packPage({ ...page, files }));
