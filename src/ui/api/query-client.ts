import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallError } from "./call-error.ts";

const signedOutStatus = 401;
const attemptsMax = 2;

/** Reloads the session after it has ended, so that the sign-in page appears. */
function noticeSignedOut(error: Error): void {
  if (error instanceof CallError && error.status === signedOutStatus) {
    queryClient.invalidateQueries({ queryKey: ["GET /session"] }).catch(() => undefined);
  }
}

/** Events announce changes, so answers stay fresh until then. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        count < attemptsMax && (!(error instanceof CallError) || error.status === 0),
    },
    mutations: { retry: false },
  },
});
