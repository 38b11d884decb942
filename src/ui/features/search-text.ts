import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { gateSummary } from "../gates/gate-summary.ts";

/** The words of a typed text; a feature must have all of them. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(" ").filter(Boolean);
}

export function hasWords(row: FeatureRow, words: readonly string[]): boolean {
  if (words.length === 0) {
    return true;
  }
  const text = searchable(row);
  return words.every((word) => text.includes(word));
}

const texts = new WeakMap<FeatureRow, string>();

const afterFirstPaintMs = 150;

/** Prepares the search of rows while the page is idle. */
export function prepareSearch(rows: readonly FeatureRow[]): () => void {
  const timer = setTimeout(() => {
    for (const row of rows) {
      searchable(row);
    }
  }, afterFirstPaintMs);
  return () => clearTimeout(timer);
}

/** Cached for each row, because a key press searches thousands of them. */
function searchable(row: FeatureRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    const { key, description, tags, owner, gates } = row;
    const parts = [key, description ?? "", ...tags, owner?.name ?? "", owner?.email ?? ""];
    text = [...parts, gateSummary(gates)].join("\n").toLowerCase();
    texts.set(row, text);
  }
  return text;
}
