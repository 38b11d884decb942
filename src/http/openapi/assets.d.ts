declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  /** The path of the file, also inside the executable. */
  const path: string;
  export default path;
}

declare module "swagger-ui-dist/swagger-ui.css" {
  const path: string;
  export default path;
}
