import { Fragment, type ReactElement, useState } from "react";
import type { ComparedFeature } from "../../api/admin/contract/environment-models.ts";
import { EnvironmentName } from "../environments/environment-name.tsx";
import { Button } from "../parts/button.tsx";
import { texts } from "../texts/texts.ts";
import type { Pair } from "./compared-pair.ts";
import { ComparedRows } from "./compared-rows.tsx";
import type { CopyRequest } from "./copy-gates.tsx";

const { compare: words } = texts;
const shownAtOnce = 100;

/** A group of rows for each feature with differences, and one row for each other. */
export function CompareTable({
  features,
  pair,
  onCopy,
}: {
  readonly features: readonly ComparedFeature[];
  readonly pair: Pair;
  readonly onCopy: (request: CopyRequest) => void;
}): ReactElement {
  const [limit, setLimit] = useState(shownAtOnce);
  const shown = features.slice(0, limit);
  const firstSame = shown.find(({ isDifferent }) => !isDifferent);
  return (
    <>
      <table className="table compare">
        <thead>
          <tr>
            <th scope="col">{words.feature}</th>
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
            <ComparedRows feature={feature} onCopy={onCopy} pair={pair} />
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
