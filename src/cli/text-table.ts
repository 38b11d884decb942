const gap = "  ";
// Characters that a terminal obeys instead of showing them; names come from clients too.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Lays out a header and rows in aligned columns. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => printable(String(cell))));
  const widths = header.map((_, column) =>
    Math.max(...cells.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => padded(cell, widths[column]))
          .join(gap)
          .trimEnd()}\n`,
    )
    .join("");
}

/** Escapes line breaks and other characters that a terminal obeys. */
export function printable(text: string): string {
  return text.replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Formats an ISO 8601 timestamp up to its minutes. */
export function formatMinute(timestamp: string | null): string {
  return timestamp === null ? "" : timestamp.slice(0, "2000-01-01T00:00".length).replace("T", " ");
}

function padded(cell: string, width = 0): string {
  return cell + " ".repeat(Math.max(0, width - Bun.stringWidth(cell)));
}
