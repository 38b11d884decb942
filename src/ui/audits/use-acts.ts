import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { type AnswerOf, type CallError, call, type InputOf } from "../api/call.ts";
import { actsRoute } from "../api/refresh.ts";
import { chosenDays } from "./audit-dates.ts";

type ActFilterQuery = NonNullable<InputOf<typeof actsRoute>["query"]>;
type ActPage = AnswerOf<typeof actsRoute>;

const plain = ["kind", "actor", "environment"] as const;

/** The filter in the URL's query; days are days of the reader's clock, both included. */
export function actQuery(params: URLSearchParams, now: number): ActFilterQuery {
  const { from, to } = chosenDays(params, now);
  const text = params.get("q") ?? "";
  return {
    ...(text === "" ? {} : { text }),
    ...Object.fromEntries(
      plain.flatMap((name) => {
        const value = params.get(name) ?? "";
        return value === "" ? [] : [[name, value]];
      }),
    ),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

/** The acts in pages; all pages are reloaded after an act. */
export function useActs(
  query: ActFilterQuery,
): UseInfiniteQueryResult<InfiniteData<ActPage>, CallError> {
  return useInfiniteQuery<
    ActPage,
    CallError,
    InfiniteData<ActPage>,
    readonly unknown[],
    number | null
  >({
    queryKey: [actsRoute, "pages", query],
    queryFn: ({ signal, pageParam }) =>
      call(
        actsRoute,
        { query: { ...query, ...(pageParam === null ? {} : { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
