import type { ReactElement, ReactNode } from "react";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { Button } from "../parts/button.tsx";
import { Checkbox } from "../parts/checkbox.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type Sort, type SortColumn, sortText, startsDescending } from "./feature-sort.ts";
import type { ListColumn } from "./list-columns.ts";

const { features: words } = texts;

/** The names of the columns; those that sort the list are buttons. */
export function FeatureGridHead({
  columns,
  sort,
  selected,
  onSelectAll,
  waiting,
  onShowWaiting,
}: {
  readonly columns: readonly ListColumn[];
  readonly sort: Sort;
  /** Which of the rows are selected; null if nothing can be selected. */
  readonly selected: "all" | "some" | "none" | null;
  readonly onSelectAll: (isSelected: boolean) => void;
  /** How many features wait for their new place. */
  readonly waiting: number;
  readonly onShowWaiting: () => void;
}): ReactElement {
  return (
    <div className="grid-head" role="rowgroup">
      <div className="grid-row" role="row">
        {selected !== null && (
          <span className="cell-check" role="columnheader">
            <Checkbox
              isChecked={selected === "all"}
              isPartly={selected === "some"}
              label={words.selectAll}
              onChange={onSelectAll}
            />
          </span>
        )}
        <SortHead column="key" label={words.columns.feature} place="cell-feature" sort={sort}>
          {waiting > 0 && (
            <span className="grid-waiting" role="status">
              {plural(words.waiting, waiting)}
              <Button look="plain" onClick={onShowWaiting}>
                {words.showWaiting}
              </Button>
            </span>
          )}
        </SortHead>
        <ChosenEnvironmentHead sort={sort} />
        {columns.map(({ id, label, environment }) => (
          <SortHead
            before={environment !== undefined && <EnvironmentDot environment={environment} />}
            column={id}
            key={id}
            label={label}
            place={environment === undefined ? `cell-${id}` : "cell-gauge"}
            sort={sort}
          />
        ))}
        {selected !== null && (
          <span className="cell-menu" role="columnheader">
            <span className="visually-hidden">{texts.common.more}</span>
          </span>
        )}
      </div>
    </div>
  );
}

function ChosenEnvironmentHead({ sort }: { readonly sort: Sort }): ReactElement {
  const environment = useEnvironment();
  const { mode } = useSession();
  return (
    <SortHead
      before={mode === "hosted" && <EnvironmentDot environment={environment} />}
      column="state"
      label={environment.name}
      place="cell-words"
      sort={sort}
    />
  );
}

function SortHead({
  column,
  label,
  place,
  sort,
  before,
  children,
}: {
  readonly column: SortColumn;
  readonly label: string;
  readonly place: string;
  readonly sort: Sort;
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  const [, setQuery] = useQueryState();
  const isSorted = sort.column === column;
  const isDescending = isSorted ? !sort.isDescending : startsDescending(column);
  return (
    <span
      aria-sort={isSorted ? (sort.isDescending ? "descending" : "ascending") : "none"}
      className={place}
      role="columnheader"
    >
      <button
        aria-label={fill(words.sortBy, { column: label })}
        className="sort"
        onClick={() => setQuery({ sort: sortText({ column, isDescending }) })}
        tabIndex={-1}
        title={label}
        type="button"
      >
        {before}
        <span className="sort-text">{label}</span>
      </button>
      {children}
    </span>
  );
}
