import {
  type ComponentProps,
  type CSSProperties,
  memo,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { lazily } from "../parts/lazily.tsx";
import { useNow } from "../parts/relative-time.tsx";
import { useMay } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { Activity } from "./feature-filter.ts";
import { FeatureGridHead } from "./feature-grid-head.tsx";
import { FeatureGridRow, rowId } from "./feature-grid-row.tsx";
import { FeatureRowMenu, type RowMenu } from "./feature-row-menu.tsx";
import { gridClicks } from "./grid-clicks.ts";
import type { ListColumn } from "./list-columns.ts";
import type { OtherEnvironments } from "./other-environments.ts";
import type { SelectionBar } from "./selection-bar.tsx";
import type { SwitchFeature } from "./switch-feature.tsx";
import { type GridList, useFeatureGrid } from "./use-feature-grid.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import type { Selection } from "./use-selection.ts";
import { useSparklines } from "./use-sparklines.ts";

const { features: words } = texts;

const LoadedBar = lazily<ComponentProps<typeof SelectionBar>>(
  async () => (await import("./selection-bar.tsx")).SelectionBar,
);

const LoadedSwitch = lazily<ComponentProps<typeof SwitchFeature>>(
  async () => (await import("./switch-feature.tsx")).SwitchFeature,
);

interface FeatureGridProps extends GridList {
  readonly columns: readonly ListColumn[];
  readonly activity: Activity | undefined;
  readonly others: OtherEnvironments;
  /** Shown if there is no row. */
  readonly nothing: ReactNode;
}

/**
 * Thousands of rows, of which only the visible ones exist. The focus stays on the grid, because rows
 * appear and disappear while it scrolls.
 */
export const FeatureGrid = memo(function FeatureGrid(props: FeatureGridProps): ReactElement {
  const { all, filter, columns } = props;
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const mayChange = useMay("member");
  const grid = useFeatureGrid(props);
  const { rows, cursor, selection, held } = grid;
  const hasSelected = useOnce(selection.keys.size > 0);
  const hasSwitched = useOnce(grid.switching.request !== null);
  const onKeyDown = useGridKeys({ ...grid, mayChange });
  return (
    <div
      className="grid-card"
      data-viewer={mayChange ? undefined : ""}
      onPointerEnter={({ pointerType }) => grid.setHasPointer(pointerType === "mouse")}
      onPointerLeave={() => grid.setHasPointer(false)}
      style={columnStyle(columns)}
    >
      <div
        aria-activedescendant={cursor.row === null ? undefined : rowId(cursor.row.key)}
        aria-label={fill(words.listLabel, { count: rows.length })}
        aria-multiselectable={mayChange}
        aria-rowcount={rows.length + 1}
        className="grid"
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget && currentTarget.matches(":focus-visible")) {
            cursor.show();
          }
        }}
        onKeyDown={onKeyDown}
        ref={grid.scroller}
        role="grid"
        tabIndex={0}
      >
        <FeatureGridHead
          columns={columns}
          onSelectAll={(selects) => (selects ? selection.selectAll() : selection.clear())}
          onShowWaiting={held.release}
          selected={mayChange ? selectedPart(rows, selection) : null}
          sort={filter.sort}
          waiting={held.waiting}
        />
        <GridRows {...props} grid={grid} onMenu={setMenu} />
      </div>
      {rows.length === 0 && props.nothing}
      <p aria-live="polite" className="visually-hidden">
        {fill(words.listLabel, { count: formatNumber(rows.length) })}
      </p>
      {mayChange && (
        <>
          <FeatureRowMenu
            menu={menu}
            onClose={() => setMenu(null)}
            onOpen={grid.open}
            onSwitch={grid.ask}
          />
          <Suspense fallback={null}>
            {hasSwitched && <LoadedSwitch switching={grid.switching} />}
            {hasSelected && (
              <LoadedBar
                all={all}
                onDone={held.releaseNext}
                onFocus={grid.focus}
                rows={rows}
                selection={selection}
              />
            )}
          </Suspense>
        </>
      )}
    </div>
  );
});

/** Whether something was true once: what is loaded for it stays, as its dialogs close later. */
function useOnce(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) {
    setWasTrue(true);
  }
  return wasTrue;
}

function GridRows({
  grid,
  onMenu,
  columns,
  activity,
  others,
}: Pick<FeatureGridProps, "columns" | "activity" | "others"> & {
  readonly grid: ReturnType<typeof useFeatureGrid>;
  readonly onMenu: (menu: RowMenu) => void;
}): ReactElement {
  const { rows, visible, cursor, selection, held } = grid;
  const mayChange = useMay("member");
  const now = useNow();
  const items = visible.rows;
  const sparklines = useSparklines(rows, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  return (
    <div
      className="grid-rows"
      role="rowgroup"
      style={{ height: visible.height }}
      {...gridClicks(grid)}
    >
      {items.map(({ index, start }) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <FeatureGridRow
              activity={activity?.get(row.key)}
              columns={columns}
              height={grid.height}
              href={grid.hrefOf(row.key)}
              index={index}
              isCursor={row === cursor.row}
              isGone={held.gone.has(row.key)}
              isSelected={mayChange ? selection.keys.has(row.key) : null}
              key={row.key}
              onMenu={onMenu}
              now={now}
              others={others}
              row={row}
              sparkline={sparklines.get(row.key)}
              start={start}
            />
          )
        );
      })}
    </div>
  );
}

function selectedPart(rows: readonly FeatureRow[], { keys }: Selection): "all" | "some" | "none" {
  if (keys.size === 0) {
    return "none";
  }
  return rows.length > 0 && rows.every(({ key }) => keys.has(key)) ? "all" : "some";
}

/** The widths of the columns after the first three, for the style sheet. */
function columnStyle(columns: readonly ListColumn[]): CSSProperties {
  return { "--columns": columns.map(({ width }) => width).join(" ") } as CSSProperties;
}
