import type { ReactElement } from "react";
import { texts } from "../texts/texts.ts";
import { TextArea } from "./field.tsx";

const { drafts: words } = texts;

/** Why a change is made. The server takes addresses at its end as links. */
export function WhyField({
  reason,
  onType,
}: {
  readonly reason: string;
  readonly onType: (reason: string) => void;
}): ReactElement {
  return (
    <TextArea
      hint={words.whyHint}
      label={words.why}
      onChange={({ target }) => onType(target.value)}
      rows={2}
      value={reason}
    />
  );
}

/** The reason in the body or the query of a request; nothing for an empty one. */
export function whyOf(reason: string): { readonly reason?: string } {
  return reason.trim() === "" ? {} : { reason };
}
