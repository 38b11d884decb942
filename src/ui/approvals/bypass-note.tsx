import type { ReactElement } from "react";
import { Icon } from "../parts/icon.tsx";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill } from "../texts/fill.ts";
import { ApprovalStyles } from "./approval-styles.tsx";

const { approval: words } = approvalTexts;

/** The fewest characters of a reason for a change without approval. */
const reasonLengthMin = 10;

export function isBypassReason(reason: string): boolean {
  return [...reason.trim()].length >= reasonLengthMin;
}

/** Says what a change without approval means. */
export function BypassNote({ environment }: { readonly environment: string }): ReactElement {
  return (
    <div className="note note-danger bypass-note" role="alert">
      <ApprovalStyles />
      <Icon name="warning" />
      <p>
        <strong>{fill(words.bypassTitle, { environment })}</strong> {words.bypassText}
      </p>
    </div>
  );
}
