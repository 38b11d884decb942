declare module "*/ui.pack" {
  /** The path of the file, also inside the executable. */
  const path: string;
  export default path;
}
