import { bundleUi } from "./bundle-ui.ts";
import { packPage } from "./pack-page.ts";

/** Writes the web UI as one file: FILE. A make step, because a macro cannot call the bundler. */
const [path = ""] = process.argv.slice(2);

await Bun.write(path, packPage(await bundleUi()));
