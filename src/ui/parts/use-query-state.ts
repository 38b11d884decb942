import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";

type Values = Readonly<Record<string, string | null>>;

/** The URL's query, and a function that changes it without a new entry in the history. */
export function useQueryState(): [URLSearchParams, (values: Values) => void] {
  return [new URLSearchParams(useSearch()), setQuery];
}

function setQuery(values: Values): void {
  const { pathname, search: before } = window.location;
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === "") {
      next.delete(name);
    } else {
      next.set(name, value);
    }
  }
  const search = next.toString();
  navigate(search === "" ? pathname : `${pathname}?${search}`, { replace: true });
}
