import { memo, type ReactElement, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import type { FeatureActivity, Sparkline } from "../../api/admin/contract/telemetry-models.ts";
import { Icon } from "../parts/icon.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { FeatureCell, KeyWords } from "./feature-grid-cells.tsx";
import type { RowMenu } from "./feature-row-menu.tsx";
import type { ListColumn } from "./list-columns.ts";
import type { OtherEnvironments } from "./other-environments.ts";

const { features: words } = texts;

/** The id of a row's element; ids of elements have no white space. */
export function rowId(key: string): string {
  return `feature-${encodeURIComponent(key)}`;
}

interface FeatureGridRowProps {
  readonly row: FeatureRow;
  readonly index: number;
  /** In pixels from the top of the list. */
  readonly start: number;
  readonly height: number;
  readonly href: string;
  readonly columns: readonly ListColumn[];
  readonly isCursor: boolean;
  /** Null if nothing can be selected. */
  readonly isSelected: boolean | null;
  readonly isGone: boolean;
  readonly activity: FeatureActivity | undefined;
  readonly sparkline: Sparkline | undefined;
  readonly others: OtherEnvironments;
  readonly now: number;
  readonly onMenu: (menu: RowMenu) => void;
}

/** A row. Clicks on it and on its checkbox are handled by the grid. */
export const FeatureGridRow = memo(function FeatureGridRow(
  props: FeatureGridRowProps,
): ReactElement {
  const { row, index, start, height, href, columns, isCursor, isSelected, onMenu } = props;
  const element = useTint(row);
  return (
    <div
      aria-rowindex={index + 2}
      aria-selected={isSelected ?? undefined}
      className="grid-row"
      data-cursor={isCursor ? "" : undefined}
      data-gone={props.isGone ? "" : undefined}
      data-key={row.key}
      id={rowId(row.key)}
      ref={element}
      role="row"
      style={{ height, transform: `translateY(${start}px)` }}
    >
      {isSelected !== null && (
        <span className="cell-check" role="gridcell">
          <button
            aria-checked={isSelected}
            aria-label={fill(words.select, { key: row.key })}
            className="checkbox"
            data-checked={isSelected ? "" : undefined}
            role="checkbox"
            tabIndex={-1}
            type="button"
          >
            {isSelected && <Icon name="check" />}
          </button>
        </span>
      )}
      <span className="cell-feature" role="gridcell">
        <Link className="feature-key" href={href} tabIndex={-1}>
          {row.key}
        </Link>
        {props.isGone && <span className="badge">{words.gone}</span>}
        {row.description !== null && <small title={row.description}>{row.description}</small>}
      </span>
      <KeyWords row={row} />
      {columns.map((column) => (
        <FeatureCell {...props} column={column} key={column.id} />
      ))}
      {isSelected !== null && (
        <span className="cell-menu" role="gridcell">
          <button
            aria-haspopup="menu"
            aria-label={fill(words.actionsOf, { key: row.key })}
            className="icon-button"
            id={`${rowId(row.key)}-menu`}
            onClick={({ currentTarget }) => onMenu({ row, button: currentTarget })}
            tabIndex={-1}
            type="button"
          >
            <Icon name="more" />
          </button>
        </span>
      )}
    </div>
  );
});

const tintMs = 600;

/** Tints a visible row once when its feature changes. */
function useTint(row: FeatureRow) {
  const element = useRef<HTMLDivElement>(null);
  const text = JSON.stringify(row);
  const shown = useRef(text);
  useEffect(() => {
    const { current } = element;
    if (shown.current === text || current === null) {
      return undefined;
    }
    shown.current = text;
    current.dataset["tinted"] = "";
    const timer = setTimeout(() => delete current.dataset["tinted"], tintMs);
    return () => {
      clearTimeout(timer);
      delete current.dataset["tinted"];
    };
  }, [text]);
  return element;
}
