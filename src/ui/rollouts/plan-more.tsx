import { type ReactElement, type ReactNode, useState } from "react";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";

const { more: words } = rolloutsTexts.plan;

/** What a plan seldom needs, behind a disclosure, which names what was chosen in it. */
export function PlanMore({
  chosen,
  children,
}: {
  readonly chosen: readonly string[];
  readonly children: ReactNode;
}): ReactElement {
  // Only at first: it must not close while a person clears the last field.
  const [isOpen] = useState(chosen.length > 0);
  return (
    <details className="plan-more" open={isOpen}>
      <summary>{[words.open, ...chosen].join(" · ")}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}
