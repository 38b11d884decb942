import { quoteUnlessPlain } from "../core/text/quote.ts";
import { similarWord } from "../core/text/similar-word.ts";

/**
 * Returns `unknown KIND WORD`, with the known word that was probably meant. The common prefix of
 * all known words does not count as similar.
 */
export function unknownWord(
  kind: string,
  word: string,
  known: readonly string[],
  prefix = "",
): string {
  const withoutPrefix = (name: string) =>
    name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const meant = similarWord(withoutPrefix(word), known.map(withoutPrefix));
  const question = meant === undefined ? "" : `; did you mean ${prefix}${meant}?`;
  return `unknown ${kind} ${quoteUnlessPlain(word)}${question}`;
}
