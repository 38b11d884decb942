import { printable } from "../../core/text/printable.ts";

const gap = "  ";
/** Longer words may be divided before columns with shorter words become narrower. */
const wordWidthMax = 16;

/** Returns the text of a cell in a style; rows are numbered from 0, without the header. */
export type CellStyle = (text: string, row: number, column: number) => string;

const withoutStyle: CellStyle = (text) => text;

/**
 * Lays out a header and rows in aligned columns, in lines of at most `widthMax` terminal columns. It
 * may be infinite. Cells that are too wide continue on the next lines.
 */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  widthMax: number,
  style: CellStyle = withoutStyle,
): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => printable(String(cell))));
  const widths = fittingWidths(
    header.map((_, column) => cells.map((row) => row[column] ?? "")),
    widthMax - gap.length * (header.length - 1),
  );
  return cells
    .flatMap((row, index) =>
      rowLines(row, widths, (text, column) =>
        index === 0 ? text : style(text, index - 1, column),
      ),
    )
    .join("");
}

/** The columns of a table of objects: the title, and the cell of an object. */
type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => string | number])[];

/** As `textTable`, with a row for each object. */
export function tableOf<Row>(
  widthMax: number,
  objects: readonly Row[],
  columns: Columns<Row>,
  table = textTable,
): string {
  const titles = columns.map(([title]) => title);
  const rows = objects.map((object) => columns.map(([, cell]) => cell(object)));
  return table(titles, rows, widthMax);
}

/** As `tableOf`, without empty columns. */
export function filledTableOf<Row>(
  widthMax: number,
  objects: readonly Row[],
  columns: Columns<Row>,
): string {
  return tableOf(widthMax, objects, columns, textTableOfFilled);
}

/** As `textTable`, without empty columns. */
export function textTableOfFilled(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  widthMax: number,
  style: CellStyle = withoutStyle,
): string {
  const isFilled = (column: number) =>
    rows.length === 0 || rows.some((row) => String(row[column] ?? "") !== "");
  const filled = header.map((_, column) => column).filter(isFilled);
  const filledOf = <Cell>(row: readonly Cell[]) =>
    filled.flatMap((column) => row.slice(column, column + 1));
  return textTable(filledOf(header), rows.map(filledOf), widthMax, (text, row, column) =>
    style(text, row, filled[column] ?? column),
  );
}

/** Formats an ISO 8601 timestamp without seconds, such as `2026-01-31 23:59`; null as an empty text. */
export function formatMinute(timestamp: string | null): string {
  return timestamp === null ? "" : timestamp.slice(0, "2000-01-01T00:00".length).replace("T", " ");
}

/** A number with commas, a date, or a time; `-` stands for none. */
const numberOrTime = /^(?:[\d,]+|\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?|-|)$/;

/**
 * Narrows the widest columns until all fit: first between words, then within words, then also titles.
 * Columns of numbers and times follow last, because a part of one is useless. Times may be divided
 * between the date and the time of day.
 */
function fittingWidths(columns: readonly (readonly string[])[], widthMax: number): number[] {
  const widths = columns.map((cells) => widest(cells));
  const words = columns.map((cells) =>
    Math.min(wordWidthMax, widest(cells.flatMap((cell) => cell.split(" ")))),
  );
  const titles = columns.map(([title = ""]) => Bun.stringWidth(title));
  const isWhole = columns.map(([, ...cells]) => cells.every((cell) => numberOrTime.test(cell)));
  const whole = [...widths];
  const withWhole = (minimums: readonly number[], wholeMinimums: readonly number[]) =>
    minimums.map((minimum, column) => (isWhole[column] ? wholeMinimums[column] : minimum) ?? 1);
  const single = columns.map(() => 1);
  for (const minimums of [
    withWhole(words, whole),
    withWhole(titles, whole),
    withWhole(titles, words),
    withWhole(single, words),
    single,
  ]) {
    narrow(widths, minimums, widthMax);
  }
  return widths;
}

function narrow(widths: number[], minimums: readonly number[], sumMax: number): void {
  let excess = widths.reduce((sum, width) => sum + width, -sumMax);
  while (excess > 0) {
    const room = widths.map((width, column) => (width > (minimums[column] ?? 0) ? width : 0));
    const most = Math.max(...room);
    if (most === 0) {
      return;
    }
    widths[room.indexOf(most)] = most - 1;
    excess--;
  }
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, Bun.stringWidth(text)), 0);
}

function rowLines(
  row: readonly string[],
  widths: readonly number[],
  style: (text: string, column: number) => string,
): readonly string[] {
  const columns = row.map((cell, column) => wrapped(cell, widths[column] ?? 0));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const parts = columns.map((lines, column) =>
      padded(style(lines[line] ?? "", column), widths[column]),
    );
    return `${parts.join(gap).trimEnd()}\n`;
  });
}

function wrapped(cell: string, width: number): readonly string[] {
  return Bun.stringWidth(cell) <= width
    ? [cell]
    : Bun.wrapAnsi(cell, width, { hard: true }).split("\n");
}

function padded(cell: string, width = 0): string {
  return cell + " ".repeat(Math.max(0, width - Bun.stringWidth(cell)));
}
