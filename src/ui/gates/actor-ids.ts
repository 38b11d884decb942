/** One id: in double quotes, in which a quote is doubled, or without white space and commas. */
const idPattern = /"((?:[^"]|"")*)"|[^\s,]+/g;

export const actorsAtOnceMax = 10_000;
const idLengthMax = 1_024;
const plainId = /^[^\s,"][^\s,]*$/;

export interface PastedActors {
  /** Each once, in the order of the text. */
  readonly ids: readonly string[];
  /** The first id that is too long. */
  readonly tooLong: string | null;
  /** More than 1 for cells of a spreadsheet. */
  readonly columns: number;
}

/**
 * The ids in a pasted text: apart by lines, commas and white space, but not by semicolons, which
 * are part of ids such as `User;1`. Of a spreadsheet, whose cells are apart by tabs, only the first
 * column is read, each cell as one id.
 */
export function actorsIn(text: string, skipsFirst = false): PastedActors {
  const columns = columnsIn(text);
  const found = columns > 1 ? firstCells(text) : singleIds(text);
  const ids = [...new Set(skipsFirst ? found.slice(1) : found)].filter((id) => id !== "");
  const tooLong = ids.find((id) => id.length > idLengthMax && [...id].length > idLengthMax);
  return { ids, tooLong: tooLong ?? null, columns };
}

function singleIds(text: string): readonly string[] {
  return Array.from(text.matchAll(idPattern), ([whole, inner]) =>
    inner === undefined ? whole : inner.replaceAll('""', '"'),
  );
}

const quotedCell = /^"((?:[^"]|"")*)"$/;

/** How many columns a pasted spreadsheet has; 1 for any other text. */
function columnsIn(text: string): number {
  return Math.max(1, ...text.split(lineEnd, linesLooked).map((line) => line.split("\t").length));
}

const lineEnd = /\r?\n/;
/** Spreadsheets put a tab into every line. */
const linesLooked = 100;

function firstCells(text: string): readonly string[] {
  return text
    .split(lineEnd)
    .map((line) => {
      const cell = (line.split("\t", 1)[0] ?? "").trim();
      return quotedCell.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
    })
    .filter((cell) => cell !== "");
}

/** The text that `actorsIn` reads as the ids. */
export function actorText(ids: readonly string[]): string {
  return ids.map((id) => (plainId.test(id) ? id : `"${id.replaceAll('"', '""')}"`)).join(", ");
}
