import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import type { DraftProblem } from "./draft-problems.ts";

const pauseMs = 350;

export interface ServerCheck {
  readonly problems: readonly DraftProblem[];
  readonly state: "none" | "checking" | "valid" | "invalid";
}

/** The server's check of a JSON text after the typing pauses; null for nothing to check. */
export function useExpressionCheck(json: string | null): ServerCheck {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(json), pauseMs);
    return () => clearTimeout(timer);
  }, [json]);
  const query = useQuery<AnswerOf<"POST /expressions/check">, CallError>({
    queryKey: ["POST /expressions/check", settled],
    queryFn: ({ signal }) =>
      call("POST /expressions/check", { body: { json: settled ?? "" } }, signal),
    enabled: settled !== null && settled === json,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (json === null) {
    return { problems: [], state: "none" };
  }
  if (settled !== json || query.isPending) {
    return { problems: [], state: "checking" };
  }
  return query.error === null
    ? { problems: [], state: "valid" }
    : { problems: [problemOfError(query.error)], state: "invalid" };
}

const placePattern = /^At (the root|\S+): /;

/** A refusal of the server at its path; the message does not repeat the path. */
function problemOfError({
  place = "",
  message,
}: Pick<CallError, "place" | "message">): DraftProblem {
  return { place, message: message.replace(placePattern, "") };
}

/** The fault of a stored expression, which is always at an argument. */
export function problemOfFault(fault: string): DraftProblem {
  return problemOfError({ place: placePattern.exec(fault)?.[1] ?? "", message: fault });
}
