import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import type { CallError } from "../api/call.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Shows an answer; placeholder lines until it arrives, and the reason if it fails. */
export function Loaded<Answer>({
  query,
  children,
  lines = 3,
}: {
  readonly query: UseQueryResult<Answer, CallError>;
  readonly children: (answer: Answer) => ReactNode;
  readonly lines?: number;
}): ReactElement {
  if (query.data !== undefined) {
    return <>{children(query.data)}</>;
  }
  if (query.error !== null) {
    return (
      <EmptyState icon="warning" title={query.error.message}>
        <Button onClick={() => void query.refetch()}>{texts.common.tryAgain}</Button>
      </EmptyState>
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
