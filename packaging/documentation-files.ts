import style from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import script from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };

/** Paths of the other packages' files in the API's documentation. */
export { script, style };
