import type { Writer } from "../../app/writer/writer.ts";
import { removeUsedFirstStartFile } from "./first-start-file.ts";

/**
 * Removes the file of a first start when its link is used, also on another server that shares the
 * database. The state must already have the link when this is called.
 */
export function forgetUsedLink(
  directory: string,
  writer: Pick<Writer, "onCommit" | "onReload">,
): void {
  writer.onCommit((changes, state) => {
    if (changes.some(({ kind }) => kind === "sign_in_link.removed")) {
      removeUsedFirstStartFile(directory, state);
    }
  });
  writer.onReload((state) => removeUsedFirstStartFile(directory, state));
}
