import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { allPages } from "../../api/admin/calls/all-pages.ts";
import type { Confirmed } from "./asked-input.ts";
import {
  type AnswerOf,
  type CallError,
  call,
  cancelledCode,
  type InputOf,
  type RouteName,
} from "./call.ts";
import { refresh } from "./refresh.ts";
import { showError } from "./toast-manager.ts";

interface AnswerOptions<Answer> {
  /** Whether to show the answer to the earlier input until the new one arrives. */
  readonly keepsPrevious?: boolean;
  readonly isNeeded?: boolean;
  /** Whether the answer changes without an event, so it is requested every second. */
  readonly isUnderWay?: (answer: Answer) => boolean;
  /** Requests it again after so many milliseconds, while the page is visible. */
  readonly everyMs?: number | undefined;
}

const underWayMs = 1_000;

/** The answer of a reading route, which is reloaded when an event announces a change. */
export function useAnswer<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  options: AnswerOptions<AnswerOf<Name>> = {},
): UseQueryResult<AnswerOf<Name>, CallError> {
  const { keepsPrevious = false, isNeeded = true, isUnderWay, everyMs } = options;
  return useQuery<AnswerOf<Name>, CallError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    enabled: isNeeded,
    refetchInterval: ({ state: { data } }) =>
      everyMs ?? (data !== undefined && isUnderWay?.(data) === true && underWayMs),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** All pages of a list; `read` reads one page, the first for `undefined`. */
export function useAllPages<Page extends { readonly next: number | null }>(
  key: readonly unknown[],
  read: (next: number | undefined, signal: AbortSignal) => Promise<Page>,
): UseQueryResult<readonly Page[], CallError> {
  return useQuery<readonly Page[], CallError>({
    queryKey: key,
    queryFn: ({ signal }) => allPages((next) => read(next, signal)),
  });
}

interface ChangeOptions<Name extends RouteName> {
  readonly onDone?: (answer: AnswerOf<Name>, input: InputOf<Name>) => void;
  /** Whether the form shows this error itself; other errors are shown as a message. */
  readonly isShown?: (error: CallError) => boolean;
  /** Whether the change is over before the data is reloaded, as `onDone` shows its answer. */
  readonly endsAtAnswer?: boolean;
}

/** Calls a writing route, and then reloads all visible data. */
export function useChange<Name extends RouteName>(
  name: Name,
  { onDone, isShown, endsAtAnswer = false }: ChangeOptions<Name> = {},
): UseMutationResult<AnswerOf<Name>, CallError, InputOf<Name> & Confirmed> {
  return useMutation<AnswerOf<Name>, CallError, InputOf<Name> & Confirmed>({
    mutationFn: (input) => call(name, input),
    onSuccess: async (answer, input) => {
      onDone?.(answer, input);
      const reloaded = refresh(answer);
      await (endsAtAnswer ? undefined : reloaded);
    },
    onError: (error) => {
      if (error.code === "gate_changed" || error.code === "feature_not_found") {
        // The page shows outdated data.
        void refresh();
      }
      if (isShown?.(error) !== true && error.code !== cancelledCode) {
        showError(error);
      }
    },
  });
}
