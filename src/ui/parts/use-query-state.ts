import { useSearch } from "wouter";
import { useBrowserLocation } from "wouter/use-browser-location";

type Values = Readonly<Record<string, string | null>>;

/** The URL's query, and a function that changes it without a new entry in the history. */
export function useQueryState(): [URLSearchParams, (values: Values) => void] {
  const params = new URLSearchParams(useSearch());
  const [path, navigate] = useBrowserLocation();
  const set = (values: Values) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === "") {
        next.delete(name);
      } else {
        next.set(name, value);
      }
    }
    const search = next.toString();
    navigate(search === "" ? path : `${path}?${search}`, { replace: true });
  };
  return [params, set];
}
