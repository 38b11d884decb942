import type { ReactElement } from "react";
import { formatNumber } from "../texts/fill.ts";

/** One of several ways to filter a list. */
export function FilterChip({
  label,
  count,
  isChosen,
  onChoose,
}: {
  readonly label: string;
  readonly count?: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): ReactElement {
  return (
    <button aria-pressed={isChosen} className="chip" onClick={onChoose} type="button">
      {label}
      {count !== undefined && <span className="count">{formatNumber(count)}</span>}
    </button>
  );
}
