import type { ReactElement } from "react";
import { reasonParts } from "./issue-names.ts";
import { OutsideLink } from "./outside-link.tsx";

/** A text in which the names of issues are links; `pattern` is the address of issues, null for none. */
export function IssueText({
  text,
  pattern,
}: {
  readonly text: string;
  readonly pattern: string | null;
}): ReactElement {
  return (
    <>
      {reasonParts(text, pattern).map((part, index) =>
        // The parts of a text have no other name.
        part.href === undefined ? (
          part.text
        ) : (
          <OutsideLink href={part.href} key={`${index} ${part.href}`}>
            {part.text}
          </OutsideLink>
        ),
      )}
    </>
  );
}
