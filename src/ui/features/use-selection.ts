import { useMemo, useState } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";

export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  /** Selects the rows from the last toggled one to this one. */
  readonly extendTo: (key: string) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** The selected features, also those that a filter hides; deleted ones are dropped. */
export function useSelection(rows: readonly FeatureRow[], all: readonly FeatureRow[]): Selection {
  const [selected, setSelected] = useState(none);
  const [anchor, setAnchor] = useState<string | null>(null);
  const keys = useMemo(
    () =>
      selected.size === 0
        ? none
        : new Set(all.filter(({ key }) => selected.has(key)).map(({ key }) => key)),
    [selected, all],
  );
  const add = (added: readonly FeatureRow[]) =>
    setSelected(new Set([...keys, ...added.map(({ key }) => key)]));
  return {
    keys,
    toggle: (key) => {
      const next = new Set(keys);
      if (!next.delete(key)) {
        next.add(key);
      }
      setSelected(next);
      setAnchor(key);
    },
    extendTo: (key) => {
      const to = rows.findIndex((row) => row.key === key);
      const from = rows.findIndex((row) => row.key === anchor);
      add(
        from < 0 ? rows.slice(to, to + 1) : rows.slice(Math.min(from, to), Math.max(from, to) + 1),
      );
      setAnchor(key);
    },
    selectAll: () => add(rows),
    clear: () => setSelected(none),
  };
}
