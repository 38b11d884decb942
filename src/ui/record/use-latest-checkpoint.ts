import type { UseQueryResult } from "@tanstack/react-query";
import type { AnswerOf, CallError } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";

const route = "GET /audit/checkpoints";

/** The latest checkpoint; its list is empty before the first one. */
export function useLatestCheckpoint(): UseQueryResult<AnswerOf<typeof route>, CallError> {
  return useAnswer(route, { query: { limit: 1 } });
}
