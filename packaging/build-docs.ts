import { minify } from "rolldown/utils";
import { script, style } from "./documentation-files.ts";
import { packPage } from "./pack-page.ts";

/** Writes the files of the API's documentation that are the same for every server as one file: FILE. */
const [path = ""] = process.argv.slice(2);

// It is minified already, and becomes about 3 % smaller, compressed.
const { code, errors } = await minify(script, await Bun.file(script).text(), { module: false });
if (errors.length > 0) {
  throw new AggregateError(errors, `${script} cannot be minified`);
}
const files = [
  { name: "swagger-ui.css", type: "text/css", content: await Bun.file(style).bytes() },
  {
    name: "swagger-ui.js",
    type: "text/javascript; charset=utf-8",
    content: new TextEncoder().encode(code),
  },
];
await Bun.write(path, packPage({ script: "swagger-ui.js", styles: ["swagger-ui.css"], files }));
