import { useQueryState } from "../parts/use-query-state.ts";

/** A time in the URL, in milliseconds; null without one. */
export function useTimeInUrl(name: string): [number | null, (time: number | null) => void] {
  const [params, setQuery] = useQueryState();
  const time = Date.parse(params.get(name) ?? "");
  return [
    Number.isNaN(time) ? null : time,
    (next) => setQuery({ [name]: next === null ? null : new Date(next).toISOString() }),
  ];
}

/** The time of a page; null for now. */
export function useAskedTime() {
  return useTimeInUrl("at");
}
