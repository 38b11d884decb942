import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { type AnswerOf, type CallError, call, type InputOf } from "../api/call.ts";
import { useEnvironment } from "../environments/environment.ts";

const route = "GET /environments/:environment/audits";

type AuditPage = AnswerOf<typeof route>;
type AuditQuery = InputOf<typeof route>["query"];

/** What the URL's query says; days are days of the reader's clock, both included. */
export function auditQuery(params: URLSearchParams): AuditQuery {
  const from = startOfDay(params.get("since"), 0);
  const to = startOfDay(params.get("until"), 1);
  return {
    ...textOf("key", params),
    ...textOf("action", params),
    ...textOf("actor", params),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to: to - 1 }),
  };
}

function textOf<Name extends string>(
  name: Name,
  params: URLSearchParams,
): { readonly [key in Name]?: string } | object {
  const value = params.get(name) ?? "";
  return value === "" ? {} : { [name]: value };
}

const dayForm = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Milliseconds since the epoch, of the beginning of a day such as 2026-11-22, or of a later one. */
function startOfDay(day: string | null, later: number): number | null {
  const [, year, month, date] = dayForm.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) {
    return null;
  }
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isNaN(at) ? null : at;
}

/** The audits of the chosen environment, page by page; all pages are asked again after a change. */
export function useAuditPages(
  query: AuditQuery,
): UseInfiniteQueryResult<InfiniteData<AuditPage>, CallError> {
  const { id } = useEnvironment();
  return useInfiniteQuery<
    AuditPage,
    CallError,
    InfiniteData<AuditPage>,
    readonly unknown[],
    number | null
  >({
    queryKey: [route, "pages", id, query],
    queryFn: ({ signal, pageParam }) =>
      call(
        route,
        {
          params: { environment: id },
          query: { ...query, ...(pageParam === null ? {} : { before: pageParam }) },
        },
        signal,
      ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
