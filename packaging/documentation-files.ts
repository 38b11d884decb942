import style from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import script from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };

/** Paths of the files of other packages that the API's documentation is made of. */
export { script, style };
