/** A position in the list: its filters, the scroll offset, and the chosen row. */
export interface ListPosition {
  readonly query: Readonly<Record<string, string>>;
  readonly scrollTop: number;
  /** The key of the row that keys act on; null if none is shown as chosen. */
  readonly chosen: string | null;
}

const places = new Map<number, ListPosition>();

/** The last position in the list of an environment. */
export function listPosition(environment: number): ListPosition | undefined {
  return places.get(environment);
}

export function keepListPosition(environment: number, place: Omit<ListPosition, "query">): void {
  places.set(environment, { ...place, query: filtersInUrl() });
}

/** Whether the list in the URL is the last one. */
export function isSameList({ query }: ListPosition): boolean {
  return JSON.stringify(query) === JSON.stringify(filtersInUrl());
}

function filtersInUrl(): Readonly<Record<string, string>> {
  const params = new URLSearchParams(window.location.search);
  params.delete("env");
  return Object.fromEntries(params);
}
