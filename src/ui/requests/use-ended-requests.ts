import { useInfiniteQuery } from "@tanstack/react-query";
import { type AnswerOf, type CallError, call } from "../api/call.ts";

const route = "GET /environments/:environment/requests";
type Page = AnswerOf<typeof route>;

/** The ended requests of an environment, in pages. */
export function useEndedRequests(environment: number) {
  return useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], number | null>({
    queryKey: [route, environment, "ended"],
    queryFn: ({ signal, pageParam: before }) =>
      call(
        route,
        {
          params: { environment },
          query: { state: "ended", ...(before === null ? {} : { before }) },
        },
        signal,
      ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
  });
}
