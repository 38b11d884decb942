/** How a text appears on a terminal. */
export type Style = "good" | "bad" | "warning" | "faint" | "strong";

/** Returns the text in a style, or unchanged without colours. */
export type Paint = (style: Style, text: string) => string;

/** Select Graphic Rendition: the codes that start and end a style. */
const codes: Readonly<Record<Style, readonly [number, number]>> = {
  good: [32, 39],
  bad: [31, 39],
  warning: [33, 39],
  faint: [2, 22],
  strong: [1, 22],
};

export const inColours: Paint = (style, text) => {
  const [begin, end] = codes[style];
  return text === "" ? "" : `\u001b[${begin}m${text}\u001b[${end}m`;
};

export const inPlainText: Paint = (_, text) => text;

/** Only terminals have colours, and only if NO_COLOR is not set. */
export function hasColours(
  isTerminal: boolean,
  { NO_COLOR: off = "", TERM: terminal }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal && off === "" && terminal !== "dumb";
}
