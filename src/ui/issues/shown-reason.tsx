import type { ReactElement } from "react";
import { IssueText } from "./issue-text.tsx";
import { OutsideLink } from "./outside-link.tsx";
import { useIssuePattern } from "./use-issue-pattern.ts";

/** A reason in which the names of issues are links, and the links that were sent with it. */
export function ShownReason({
  reason,
  links,
}: {
  readonly reason: string;
  readonly links: readonly string[];
}): ReactElement {
  const pattern = useIssuePattern();
  return (
    <>
      <span className="step-reason">
        <IssueText pattern={pattern} text={reason} />
      </span>
      {links.length > 0 && (
        <ul className="reason-links">
          {links.map((link) => (
            <li key={link}>
              <OutsideLink href={link}>{link}</OutsideLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
