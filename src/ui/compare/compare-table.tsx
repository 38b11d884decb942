import { Fragment, type ReactElement, useState } from "react";
import type { ComparedFeature } from "../../api/admin/contract/environment-models.ts";
import { EnvironmentName } from "../environments/environment-name.tsx";
import { Button } from "../parts/button.tsx";
import { Checkbox } from "../parts/checkbox.tsx";
import { useRoleCheck } from "../session/session.ts";
import { compareTexts } from "../texts/compare-texts.ts";
import type { Pair } from "./compared-pair.ts";
import { ComparedRows } from "./compared-rows.tsx";
import type { CopyRequest } from "./copy-gates.tsx";

const { compare: words } = compareTexts;
const shownAtOnce = 100;

/** A group of rows for each feature with differences, and one row for each other. */
export function CompareTable({
  features,
  pair,
  onCopy,
  selected,
  onSelect,
}: {
  readonly features: readonly ComparedFeature[];
  readonly pair: Pair;
  readonly onCopy: (request: CopyRequest) => void;
  /** The keys of the selected features. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}): ReactElement {
  const [limit, setLimit] = useState(shownAtOnce);
  const shown = features.slice(0, limit);
  const may = useRoleCheck();
  const mayCopy = may("member", pair.left.id) && may("member", pair.right.id);
  const different = new Set(features.filter((each) => each.isDifferent).map(({ key }) => key));
  const isAll = different.isSubsetOf(selected);
  const firstSame = shown.find(({ isDifferent }) => !isDifferent);
  return (
    <>
      <table className="table compare">
        <thead>
          <tr>
            <th scope="col">
              <span className="compared-head">
                {mayCopy && different.size > 0 && (
                  <Checkbox
                    isChecked={isAll}
                    isPartly={!isAll && selected.size > 0}
                    label={words.selectAll}
                    onChange={(selects) => onSelect(selects ? different : new Set())}
                  />
                )}
                {words.feature}
              </span>
            </th>
            <th scope="col">
              <EnvironmentName environment={pair.left} />
            </th>
            <th scope="col">
              <EnvironmentName environment={pair.right} />
            </th>
          </tr>
        </thead>
        {shown.map((feature) => (
          <Fragment key={feature.key}>
            {feature === firstSame && <SameHead />}
            <ComparedRows
              feature={feature}
              isSelected={selected.has(feature.key)}
              onCopy={onCopy}
              onSelect={(isSelected) =>
                onSelect(
                  isSelected
                    ? selected.union(new Set([feature.key]))
                    : selected.difference(new Set([feature.key])),
                )
              }
              pair={pair}
            />
          </Fragment>
        ))}
      </table>
      {features.length > limit && (
        <p className="card-foot">
          <Button onClick={() => setLimit(limit + shownAtOnce)}>{words.showMore}</Button>
        </p>
      )}
    </>
  );
}

function SameHead(): ReactElement {
  return (
    <tbody className="same-head">
      <tr>
        <th colSpan={3} scope="colgroup">
          {words.allSame}
        </th>
      </tr>
    </tbody>
  );
}
