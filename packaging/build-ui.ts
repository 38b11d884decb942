import { bundleUi } from "./bundle-ui.ts";
import { packUi } from "./ui-pack.ts";

/** Writes the web UI as one file: FILE. A make step, as a macro cannot call the bundler. */
const [path = ""] = process.argv.slice(2);

await Bun.write(path, packUi(await bundleUi()));
