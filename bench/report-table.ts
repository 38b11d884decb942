/** Text in columns, the first aligned to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** A rounded number; a dash for a missing one. */
export function readable(number: number | null | undefined): string {
  if (number === null || number === undefined) {
    return "-";
  }
  if (number >= 1_000) {
    return Math.round(number).toLocaleString("en");
  }
  return number.toFixed(number >= 10 ? 1 : 2);
}
