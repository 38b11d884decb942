import { useEffect, useState } from "react";
import { useQueryState } from "./use-query-state.ts";

const urlDelayMs = 250;

/** The search text: the typed text immediately, and a little later the URL too. */
export function useSearchText(): [string, (text: string) => void] {
  const [params, setQuery] = useQueryState();
  const inUrl = params.get("q") ?? "";
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  if (seen !== inUrl) {
    // Something else changed the URL, such as the browser's back button.
    setSeen(inUrl);
    setText(inUrl);
  }
  useEffect(() => {
    if (text === inUrl) {
      return undefined;
    }
    const write = () => setQuery({ q: text });
    const timer = setTimeout(write, urlDelayMs);
    // A person who leaves the field can leave the page next.
    document.addEventListener("focusout", write);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusout", write);
    };
  });
  return [text, setText];
}
