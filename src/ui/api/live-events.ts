import { useEffect, useState } from "react";
import { pageFacts } from "../page-facts.ts";
import { queryClient } from "./query-client.ts";

/** Whether events arrive; `lost` after a connection that cannot be opened again at once. */
export type LiveState = "live" | "connecting" | "lost";

const lostAfterMs = 3_000;

/**
 * Asks everything on the screen again when the server tells of a change. A hidden tab keeps no
 * connection: browsers allow six to a host, and a seventh tab would hang.
 */
export function useLiveEvents(environmentId: number | undefined): LiveState {
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => {
    if (environmentId === undefined) {
      return undefined;
    }
    let source: EventSource | undefined;
    let lost: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => void queryClient.invalidateQueries();
    const open = () => {
      source = new EventSource(`${pageFacts.base}/app/api/events?environment=${environmentId}`);
      source.onopen = () => {
        clearTimeout(lost);
        lost = undefined;
        setState("live");
        refetch();
      };
      source.onmessage = refetch;
      // After a break that was too long for the server to tell what changed.
      source.addEventListener("refetch", refetch);
      source.onerror = () => {
        lost ??= setTimeout(() => setState("lost"), lostAfterMs);
        if (source?.readyState === EventSource.CLOSED) {
          // The browser gives up after an answer that is no stream; a session may have ended.
          refetch();
          setTimeout(reopen, lostAfterMs);
        }
      };
    };
    const close = () => {
      clearTimeout(lost);
      lost = undefined;
      source?.close();
      source = undefined;
    };
    const reopen = () => {
      if (source?.readyState === EventSource.CLOSED && !document.hidden) {
        source.close();
        open();
      }
    };
    const follow = () => {
      close();
      if (!document.hidden) {
        open();
      }
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close();
    };
  }, [environmentId]);
  return state;
}
