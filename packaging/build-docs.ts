import style from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import script from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { packPage } from "./pack-page.ts";

/** Writes the files of the API's documentation that have no path of the server as one file: FILE. */
const [path = ""] = process.argv.slice(2);

const files = [
  { name: "swagger-ui.css", type: "text/css", content: await Bun.file(style).bytes() },
  {
    name: "swagger-ui.js",
    type: "text/javascript; charset=utf-8",
    content: await Bun.file(script).bytes(),
  },
];
await Bun.write(path, packPage({ script: "swagger-ui.js", styles: ["swagger-ui.css"], files }));
