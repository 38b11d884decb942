import { useEffect, useState } from "react";
import { queryClient } from "./query-client.ts";

/**
 * Whether what the page asked for first is there. A browser has few connections, so what is not part of
 * the page waits until then.
 */
export function useFirstAnswers(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const look = () => {
      if (queryClient.isFetching() === 0) {
        stop();
        setThere(true);
      }
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
    return stop;
  }, []);
  return isThere;
}
