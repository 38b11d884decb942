import type { ReactElement } from "react";

/**
 * Styles that the first page does not need. `file` is what a style sheet exports that is imported with
 * the type `file`. It begins with the order of the layers: the browser can read it before the others.
 */
export function LaterStyles({ file }: { readonly file: string }): ReactElement {
  return <link href={new URL(file, import.meta.url).href} precedence="later" rel="stylesheet" />;
}
