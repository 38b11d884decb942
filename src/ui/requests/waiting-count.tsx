import type { ReactElement } from "react";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { plural } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { useWaitingCount } from "./open-requests.ts";

const { requests: words } = requestsTexts;

/** How many requests wait for this person. */
export function WaitingCount(): ReactElement | null {
  const count = useWaitingCount();
  return count === 0 ? null : (
    <span className="count count-hot" title={plural(words.count, count)}>
      <ApprovalStyles />
      {count}
      <span className="visually-hidden"> {words.waiting}</span>
    </span>
  );
}
