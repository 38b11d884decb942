import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { useEnvironment } from "../paths/environment.ts";
import type { StepFilterQuery } from "./audit-filter.ts";

const stepRoute = "GET /environments/:environment/steps";
const projectRoute = "GET /steps";
const recordsRoute = "GET /environments/:environment/steps/:audit";

type StepPage = AnswerOf<typeof stepRoute>;
type ProjectStepPage = AnswerOf<typeof projectRoute>;
type RecordPage = AnswerOf<typeof recordsRoute>;

/** The steps of all environments in pages; all pages are reloaded after a change. */
export function useProjectSteps(
  query: StepFilterQuery,
): UseInfiniteQueryResult<InfiniteData<ProjectStepPage>, CallError> {
  return useInfiniteQuery<
    ProjectStepPage,
    CallError,
    InfiniteData<ProjectStepPage>,
    readonly unknown[],
    string | null
  >({
    queryKey: [projectRoute, "pages", query],
    queryFn: ({ signal, pageParam }) =>
      call(
        projectRoute,
        { query: { ...query, ...(pageParam === null ? {} : { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** The steps of a feature in the chosen environment, in pages. */
export function useStepPages(query: {
  readonly key: string;
}): UseInfiniteQueryResult<InfiniteData<StepPage>, CallError> {
  const { id } = useEnvironment();
  return useInfiniteQuery<
    StepPage,
    CallError,
    InfiniteData<StepPage>,
    readonly unknown[],
    number | null
  >({
    queryKey: [stepRoute, "pages", id, query],
    queryFn: ({ signal, pageParam }) =>
      call(
        stepRoute,
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
  environment: number,
  audit: number,
  key: string | undefined,
): UseInfiniteQueryResult<InfiniteData<RecordPage>, CallError> {
  return useInfiniteQuery<
    RecordPage,
    CallError,
    InfiniteData<RecordPage>,
    readonly unknown[],
    number | null
  >({
    queryKey: [recordsRoute, environment, audit, key],
    queryFn: ({ signal, pageParam }) =>
      call(
        recordsRoute,
        {
          params: { environment, audit },
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
