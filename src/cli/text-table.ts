import { printable } from "../text/printable.ts";

const gap = "  ";

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

/** Formats an ISO 8601 timestamp without seconds, such as `2026-01-31 23:59`; null as no text. */
export function formatMinute(timestamp: string | null): string {
  return timestamp === null ? "" : timestamp.slice(0, "2000-01-01T00:00".length).replace("T", " ");
}

function padded(cell: string, width = 0): string {
  return cell + " ".repeat(Math.max(0, width - Bun.stringWidth(cell)));
}
