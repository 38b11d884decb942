import { type ReactElement, useMemo } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { useQueryState } from "../parts/use-query-state.ts";
import { formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type Activity, type FeatureFilter, isShown, type Show, shows } from "./feature-filter.ts";

const { features: words } = texts;

const labels: Readonly<Record<Show, string>> = {
  all: words.all,
  ...texts.states,
  never: words.never,
  finished: words.finished,
  overridden: words.overridden,
};

/** A chip for each kind of features with their number, and choices of a tag and an owner. */
export function FeatureFilters({
  rows,
  filter,
  activity,
  hasOverrides,
}: {
  readonly rows: readonly FeatureRow[];
  readonly filter: FeatureFilter;
  readonly activity: Activity | undefined;
  readonly hasOverrides: boolean;
}): ReactElement {
  const [, setQuery] = useQueryState();
  const counts = useMemo(
    () =>
      new Map(
        shows.map((show) => [show, rows.filter((row) => isShown(row, show, activity)).length]),
      ),
    [rows, activity],
  );
  const tags = useMemo(() => [...new Set(rows.flatMap((row) => row.tags))].sort(), [rows]);
  const owners = useMemo(
    () => new Map(rows.flatMap(({ owner }) => (owner === null ? [] : [[owner.id, owner.name]]))),
    [rows],
  );
  const visible = shows.filter(
    (show) =>
      (show !== "overridden" || hasOverrides) && (show !== "never" || activity !== undefined),
  );
  return (
    <fieldset aria-label={words.filters} className="filters">
      {visible.map((show) => (
        <button
          aria-pressed={filter.show === show}
          className="chip"
          key={show}
          onClick={() => setQuery({ show: show === "all" ? null : show })}
          type="button"
        >
          {labels[show]}
          {show !== "all" && <span className="count">{formatNumber(counts.get(show) ?? 0)}</span>}
        </button>
      ))}
      {tags.length > 0 && (
        <ChipSelect
          any={words.anyTag}
          choices={tags.map((tag) => [tag, tag])}
          label={words.tagFilter}
          onChoose={(tag) => setQuery({ tag })}
          value={filter.tag}
        />
      )}
      {owners.size > 0 && (
        <ChipSelect
          any={words.anyOwner}
          choices={Array.from(owners, ([id, name]) => [String(id), name])}
          label={words.ownerFilter}
          onChoose={(owner) => setQuery({ owner })}
          value={filter.owner === null ? null : String(filter.owner)}
        />
      )}
    </fieldset>
  );
}

function ChipSelect({
  label,
  any,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly any: string;
  readonly value: string | null;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string | null) => void;
}): ReactElement {
  return (
    <select
      aria-label={label}
      className={value === null ? "chip chip-select" : "chip chip-select chip-chosen"}
      onChange={({ target }) => onChoose(target.value === "" ? null : target.value)}
      value={value ?? ""}
    >
      <option value="">{any}</option>
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
