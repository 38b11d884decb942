const lineLengthMax = 100;
const indent = "  ";
const gap = "  ";

/** Text in lines of at most 100 columns; a longer word has a line of its own. */
export function wrapped(text: string, lengthMax: number = lineLengthMax): string {
  return lines(text, lengthMax).join("\n");
}

/** Two aligned columns, indented, the right one wrapped so that lines stay within 100 columns. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const leftLength = Math.max(0, ...rows.map(([left]) => left.length));
  const margin = " ".repeat(indent.length + leftLength + gap.length);
  return rows
    .map(([left, right]) => {
      const [first = "", ...others] = lines(right, lineLengthMax - margin.length);
      const head = `${indent}${left.padEnd(leftLength)}${gap}${first}`.trimEnd();
      return [head, ...others.map((line) => `${margin}${line}`)].join("\n");
    })
    .join("\n");
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
