const bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/**
 * A line of blocks, one for each number; the largest number has the highest block. A space means
 * zero.
 */
export function sparkline(counts: readonly number[]): string {
  const most = Math.max(...counts, 1);
  return counts
    .map((count) => (count === 0 ? " " : (bars[Math.ceil((count / most) * bars.length) - 1] ?? "")))
    .join("");
}

/** A bar of at most `width` columns whose first part is filled: `████░░░`. */
export function splitBar(part: number, whole: number, most: number, width: number): string {
  const length = most === 0 ? 0 : Math.max(whole > 0 ? 1 : 0, Math.round((whole / most) * width));
  const filled = whole === 0 ? 0 : Math.round((part / whole) * length);
  return "█".repeat(filled) + "░".repeat(length - filled);
}
