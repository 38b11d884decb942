import { useEffect, useRef, useState } from "react";
import { pageFacts } from "./page-facts.ts";
import { refresh, refreshActs, shownRevision } from "./refresh.ts";

/** Whether events arrive; `lost` after a connection that cannot be reopened immediately. */
export type LiveState = "live" | "connecting" | "lost";

const lostAfterMs = 3_000;
/** The event of an own change may arrive before its answer. */
const ownAnswerMs = 50;

/**
 * Reloads all visible data when the server announces a change after `newestEvent`. A hidden tab keeps
 * no connection: browsers allow six per host, and a seventh tab would hang.
 */
export function useLiveEvents(environmentId: number, newestEvent: string): LiveState {
  const [state, setState] = useState<LiveState>("connecting");
  const lastEvent = useRef(newestEvent);
  useEffect(() => {
    let source: EventSource | undefined;
    let lost: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      const query = new URLSearchParams({ after: lastEvent.current });
      const path = `/admin/v1/environments/${environmentId}/events`;
      source = new EventSource(`${pageFacts.base}${path}?${query}`);
      source.onopen = () => {
        clearTimeout(lost);
        lost = undefined;
        setState("live");
      };
      source.onmessage = (event: MessageEvent<string>) => {
        lastEvent.current = event.lastEventId;
        const { revision, isOfActs } = announced(event.data);
        setTimeout(() => {
          if (isOfActs) {
            void refreshActs();
          } else if (revision === null || revision > shownRevision()) {
            void refresh();
          }
        }, ownAnswerMs);
      };
      // After a break that was too long for the server to list the changes.
      source.addEventListener("refetch", ({ lastEventId }) => {
        lastEvent.current = lastEventId;
        void refresh();
      });
      source.onerror = () => {
        lost ??= setTimeout(() => setState("lost"), lostAfterMs);
        if (source?.readyState === EventSource.CLOSED) {
          // The browser gives up after an answer that is not a stream; a session may have ended.
          void refresh();
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

interface Announced {
  /** The revision after the change; null for an event without one, such as a new token. */
  readonly revision: number | null;
  /** Whether it announces acts alone, such as a sign-in. */
  readonly isOfActs: boolean;
}

function announced(data: string): Announced {
  const event: unknown = JSON.parse(data);
  if (event === null || typeof event !== "object") {
    return { revision: null, isOfActs: false };
  }
  const revision =
    "revision" in event && typeof event.revision === "number" ? event.revision : null;
  const topics = "topics" in event && Array.isArray(event.topics) ? event.topics : [];
  return { revision, isOfActs: topics.length === 1 && topics[0] === "acts" };
}
