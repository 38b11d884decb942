import { unknownWord } from "./did-you-mean.ts";

/** Settings of earlier versions, in the form of flags. Their values are fixed now. */
const removed: ReadonlySet<string> = new Set([
  "disk-floor",
  "header-limit",
  "url-limit",
  "wal-autocheckpoint",
]);

/** Why a setting is refused; a setting of an earlier version is not a spelling mistake. */
export function unknownSetting(
  kind: "option" | "variable",
  word: string,
  known: readonly string[],
  prefix: string,
): string {
  const flag = word.replace(prefix, "").toLowerCase().replaceAll("_", "-");
  return removed.has(flag)
    ? `${kind} ${word} no longer exists; leave it out`
    : unknownWord(kind, word, known, prefix);
}
