import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { type AnswerOf, type CallError, call, type InputOf } from "../api/call.ts";
import { useEnvironment } from "../paths/environment.ts";

const route = "GET /environments/:environment/steps";
const recordsRoute = "GET /environments/:environment/steps/:audit";

type StepPage = AnswerOf<typeof route>;
type RecordPage = AnswerOf<typeof recordsRoute>;
type AuditQuery = NonNullable<InputOf<typeof route>["query"]>;

/** The filter in the URL's query; days are days of the user's clock, both included. */
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

/** Milliseconds since the epoch, of the start of a day such as 2026-11-22, or of a later one. */
function startOfDay(day: string | null, later: number): number | null {
  const [, year, month, date] = dayForm.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) {
    return null;
  }
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isNaN(at) ? null : at;
}

/** The steps of the chosen environment in pages; all pages are reloaded after a change. */
export function useStepPages(
  query: AuditQuery,
): UseInfiniteQueryResult<InfiniteData<StepPage>, CallError> {
  const { id } = useEnvironment();
  return useInfiniteQuery<
    StepPage,
    CallError,
    InfiniteData<StepPage>,
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

/** The records of a step in pages; of one feature if a key is given. */
export function useStepRecords(
  audit: number,
  key: string | undefined,
): UseInfiniteQueryResult<InfiniteData<RecordPage>, CallError> {
  const { id } = useEnvironment();
  return useInfiniteQuery<
    RecordPage,
    CallError,
    InfiniteData<RecordPage>,
    readonly unknown[],
    number | null
  >({
    queryKey: [recordsRoute, id, audit, key],
    queryFn: ({ signal, pageParam }) =>
      call(
        recordsRoute,
        {
          params: { environment: id, audit },
          query: {
            ...(key === undefined ? {} : { key }),
            ...(pageParam === null ? {} : { before: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
  });
}
