declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  /** Where the file is, also inside the executable. */
  const path: string;
  export default path;
}

declare module "swagger-ui-dist/swagger-ui.css" {
  const path: string;
  export default path;
}
