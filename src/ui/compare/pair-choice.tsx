import { type ReactElement, useId } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { IconButton } from "../parts/button.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { compareTexts } from "../texts/compare-texts.ts";
import type { Pair } from "./compared-pair.ts";

const { compare: words } = compareTexts;

/** Chooses both environments; choosing the environment of the other side swaps them. */
export function PairChoice({
  pair: { left, right },
  environments,
}: {
  readonly pair: Pair;
  readonly environments: readonly EnvironmentRow[];
}): ReactElement {
  const [, setQuery] = useQueryState();
  const choose = (one: string, other: string) => setQuery({ a: one, b: other });
  return (
    <div className="pair">
      <Side
        chosen={left}
        environments={environments}
        label={words.left}
        onChoose={(slug) => choose(slug, slug === right.slug ? left.slug : right.slug)}
      />
      <IconButton icon="compare" label={words.swap} onClick={() => choose(right.slug, left.slug)} />
      <Side
        chosen={right}
        environments={environments}
        label={words.right}
        onChoose={(slug) => choose(slug === left.slug ? right.slug : left.slug, slug)}
      />
    </div>
  );
}

function Side({
  label,
  chosen,
  environments,
  onChoose,
}: {
  readonly label: string;
  readonly chosen: EnvironmentRow;
  readonly environments: readonly EnvironmentRow[];
  readonly onChoose: (slug: string) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="pair-side">
      <EnvironmentDot environment={chosen} />
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select
        className="input select"
        id={id}
        onChange={({ target }) => onChoose(target.value)}
        value={chosen.slug}
      >
        {environments.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
