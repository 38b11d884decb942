const indent = "  ";
const gap = "  ";
/** The end of a line that continues on the next one. */
const continued = " \\";

/** Wraps text at `lengthMax` columns; a longer word gets its own line. */
export function wrapText(text: string, lengthMax: number): string {
  return lines(text, lengthMax).join("\n");
}

/** Lays out two aligned, indented columns; the right one is wrapped at `lengthMax` columns. */
export function twoColumns(
  rows: readonly (readonly [string, string])[],
  lengthMax: number,
): string {
  const leftLength = Math.max(0, ...rows.map(([left]) => left.length));
  const margin = " ".repeat(indent.length + leftLength + gap.length);
  return rows
    .map(([left, right]) => {
      const [first = "", ...others] = lines(right, lengthMax - margin.length);
      const head = `${indent}${left.padEnd(leftLength)}${gap}${first}`.trimEnd();
      return [head, ...others.map((line) => `${margin}${line}`)].join("\n");
    })
    .join("\n");
}

/** Divides a command line between words into lines that a shell reads as one. */
export function commandLines(line: string, lengthMax: number): readonly string[] {
  const [first = "", ...words] = wordsWithFlags(line);
  const divided = [first];
  for (const word of words) {
    const last = divided.at(-1) ?? "";
    if (last.length + 1 + word.length + continued.length > lengthMax) {
      divided.push(`  ${word}`);
    } else {
      divided[divided.length - 1] = `${last} ${word}`;
    }
  }
  return divided.map((part, index) => (index < divided.length - 1 ? `${part}${continued}` : part));
}

/** The words of a command line. Spaces in quotes divide no word, and a value stays with its flag. */
function wordsWithFlags(line: string): readonly string[] {
  const words: string[] = [];
  for (const part of line.split(" ")) {
    const last = words.at(-1) ?? "";
    const isValue = last.startsWith("-") && !last.includes(" ") && !part.startsWith("-");
    if (hasOpenQuote(last) || isValue) {
      words[words.length - 1] = `${last} ${part}`;
    } else {
      words.push(part);
    }
  }
  return words;
}

function hasOpenQuote(text: string): boolean {
  let open = "";
  for (const sign of text) {
    if (open === "" ? sign === "'" || sign === '"' : sign === open) {
      open = open === "" ? sign : "";
    }
  }
  return open !== "";
}

function lines(text: string, lengthMax: number): readonly string[] {
  return text.split("\n").flatMap((paragraph) => paragraphLines(paragraph, lengthMax));
}

function paragraphLines(text: string, lengthMax: number): readonly string[] {
  const done: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > lengthMax) {
      done.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...done, line];
}
