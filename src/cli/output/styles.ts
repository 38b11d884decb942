/** How a text is shown on a terminal. */
export type Style = "good" | "bad" | "warning" | "faint" | "strong";

/** Returns the text in a style; the text itself where nothing has colours. */
export type Paint = (style: Style, text: string) => string;

/** Select Graphic Rendition: the numbers that begin and end a style. */
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

/** Colours belong to terminals, and to nobody who sets NO_COLOR. */
export function hasColours(
  isTerminal: boolean,
  { NO_COLOR: off = "", TERM: terminal }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal && off === "" && terminal !== "dumb";
}
