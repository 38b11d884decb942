/** A shorter text, or a single word, is in too many tests. */
const lengthMin = 12;
const removedLine = /^-(?!--)/;
/** Of a literal, or between the tags of the web UI. */
const literal = /`([^`]*)`|"([^"]*)"|>([^<>]*)</g;
const filledIn = /\$?\{[^}]*\}|\\./;
const words = /^[\p{L}\p{N},.;:()-]+( [\p{L}\p{N},.;:()-]+)+$/u;

/** The texts in the lines that a diff removes: parts of messages, without what is filled in. */
export function removedTexts(diff: string): readonly string[] {
  const removed = diff.split("\n").filter((line) => removedLine.test(line));
  return removed
    .flatMap((line) => Array.from(line.matchAll(literal), (found) => found.slice(1).join("")))
    .flatMap((text) => text.split(filledIn))
    .flatMap((part) => part.split('"'))
    .map((part) => part.trim())
    .filter((part) => part.length >= lengthMin && words.test(part));
}

/** The paths of files that contain one of the texts. */
export function filesWith(
  texts: readonly string[],
  files: ReadonlyMap<string, string>,
): readonly string[] {
  return [...files].flatMap(([path, content]) =>
    texts.some((text) => content.includes(text)) ? [path] : [],
  );
}
