import { Fragment, type ReactElement } from "react";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, formatNumber } from "../texts/fill.ts";

const { audits: words } = auditsTexts;

/** The first members of a gate, how many more there are, and a way to see all. */
export function GateMembers({
  first,
  count,
  onAll,
}: {
  readonly first: readonly string[];
  readonly count: number;
  /** Undefined if all that can be shown are shown. */
  readonly onAll: (() => void) | undefined;
}): ReactElement {
  const more = count - first.length;
  return (
    <>
      {first.map((member, index) => (
        <Fragment key={member}>
          {index > 0 && ", "}
          <code>{member}</code>
        </Fragment>
      ))}
      {more > 0 && ` ${fill(words.andMore, { count: formatNumber(more) })}`}
      {more > 0 && onAll !== undefined && (
        <>
          {" "}
          <button className="link-button" onClick={onAll} type="button">
            {words.showAll}
          </button>
        </>
      )}
    </>
  );
}
