/** The URL of a file next to the scripts, if it is imported with the type `file`. */
declare module "*.css" {
  const url: string;
  export default url;
}
