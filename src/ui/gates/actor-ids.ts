/** One id: in double quotes, in which a quote is doubled, or without white space and commas. */
const idPattern = /"((?:[^"]|"")*)"|[^\s,]+/g;

export const actorsAtOnceMax = 10_000;
const idLengthMax = 1_024;

export interface PastedActors {
  /** Each once, in the order of the text. */
  readonly ids: readonly string[];
  /** The first id that is too long. */
  readonly tooLong: string | null;
  /** More than 1 for cells of a spreadsheet. */
  readonly columns: number;
  /** Whether each of several lines has one id, so that the first one may be a heading. */
  readonly hasRows: boolean;
}

/**
 * The ids in a pasted text. Lines, commas and white space separate them, but semicolons do not,
 * because they are part of ids such as `User;1`. Rows of a spreadsheet have the same number of tabs.
 * Only their first column is read, each cell as one id.
 */
export function actorsIn(text: string, skipsFirst = false): PastedActors {
  const rows = rowsIn(text);
  const columns = columnsOf(rows);
  const found = columns > 1 ? rows.map(({ first }) => first) : singleIds(text);
  const ids = [...new Set(skipsFirst ? found.slice(1) : found)].filter((id) => id !== "");
  const tooLong = ids.find((id) => id.length > idLengthMax && [...id].length > idLengthMax);
  const hasRows = rows.length > 1 && rows.length === found.length;
  return { ids, tooLong: tooLong ?? null, columns, hasRows };
}

function singleIds(text: string): readonly string[] {
  return Array.from(text.matchAll(idPattern), ([whole, inner]) =>
    inner === undefined ? whole : inner.replaceAll('""', '"'),
  );
}

const quotedCell = /^"((?:[^"]|"")*)"$/;

interface PastedRow {
  readonly first: string;
  readonly columns: number;
}

/** The lines of a text; tabs and line breaks in quoted ids belong to the ids. */
function rowsIn(text: string): readonly PastedRow[] {
  const masked = text.replaceAll(idPattern, (id) => "x".repeat(id.length));
  return Array.from(masked.matchAll(/[^\r\n]+/g), ({ 0: line, index }) => {
    const cells = line.split("\t");
    const cell = text.slice(index, index + (cells[0]?.length ?? 0)).trim();
    const first = quotedCell.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
    return { first, columns: cells.length };
  });
}

/** The number of columns in the rows of a spreadsheet; 1 for any other text. */
function columnsOf(rows: readonly PastedRow[]): number {
  const columns = rows[0]?.columns ?? 1;
  return rows.length > 1 && rows.every((row) => row.columns === columns) ? columns : 1;
}
