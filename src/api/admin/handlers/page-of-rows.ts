import { pageSizeDefault } from "../contract/page-models.ts";

interface Page<Row> {
  readonly rows: readonly Row[];
  /** The id after which the next page starts; null at the end. */
  readonly next: number | null;
}

/** The first page of rows that are sorted by id. */
export function pageOf<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  limit: number = pageSizeDefault,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? idOf(last) : null };
}
