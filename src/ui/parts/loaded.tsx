import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import type { CallError } from "../api/call.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Shows an answer; placeholder lines until it arrives, and what failed, with what is unaffected. */
export function Loaded<Answer>({
  query,
  children,
  lines = 3,
  name,
  unaffected = texts.errors.unaffected,
}: {
  readonly query: UseQueryResult<Answer, CallError>;
  readonly children: (answer: Answer) => ReactNode;
  readonly lines?: number;
  /** What is shown, such as "Usage". */
  readonly name?: string;
  /** What still works without it. */
  readonly unaffected?: string;
}): ReactElement {
  if (query.data !== undefined) {
    return <>{children(query.data)}</>;
  }
  if (query.error !== null) {
    return (
      <div className="note note-danger failed" role="alert">
        <Icon name="warning" />
        <p>
          <strong>
            {name === undefined
              ? texts.errors.notShown
              : fill(texts.errors.notShownNamed, { name })}
          </strong>{" "}
          {query.error.message} {unaffected}
        </p>
        <Button isBusy={query.isFetching} isSmall={true} onClick={() => void query.refetch()}>
          {texts.common.tryAgain}
        </Button>
      </div>
    );
  }
  return (
    <div aria-busy="true" aria-label={texts.common.loading} className="skeleton" role="status">
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
