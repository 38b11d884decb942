import type { UseQueryResult } from "@tanstack/react-query";
import { pageSizeMax } from "../../api/admin/calls/all-pages.ts";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { useAllPages } from "../api/use-answer.ts";

const route = "GET /members";

/** All members of the organization. */
export function useMembers(): UseQueryResult<readonly AnswerOf<typeof route>[], CallError> {
  return useAllPages([route], (after, signal) => {
    const limit = pageSizeMax;
    return call(route, { query: after === undefined ? { limit } : { limit, after } }, signal);
  });
}
