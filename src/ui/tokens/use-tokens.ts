import type { UseQueryResult } from "@tanstack/react-query";
import { pageSizeMax } from "../../api/admin/calls/all-pages.ts";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { useAllPages } from "../api/use-answer.ts";

const route = "GET /environments/:environment/tokens";

/** The tokens of an environment; with `revoked` also those that were revoked. */
export function useTokens(
  environment: number,
  revoked?: "true",
): UseQueryResult<readonly AnswerOf<typeof route>[], CallError> {
  return useAllPages([route, environment, revoked], (before, signal) =>
    call(
      route,
      {
        params: { environment },
        query: {
          limit: pageSizeMax,
          ...(revoked === undefined ? {} : { revoked }),
          ...(before === undefined ? {} : { before }),
        },
      },
      signal,
    ),
  );
}
