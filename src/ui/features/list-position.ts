/** Where a person was in the list: its filters, how far it was scrolled, and the chosen row. */
export interface ListPosition {
  readonly query: Readonly<Record<string, string>>;
  readonly scrollTop: number;
  /** The key of the row that the keys act on; null if none is shown as chosen. */
  readonly chosen: string | null;
}

const places = new Map<number, ListPosition>();

/** The place in the list of an environment, as it was left. */
export function listPosition(environment: number): ListPosition | undefined {
  return places.get(environment);
}

export function keepListPosition(environment: number, place: Omit<ListPosition, "query">): void {
  places.set(environment, { ...place, query: filtersInUrl() });
}

/** Whether the list in the URL is the one that was left. */
export function isSameList({ query }: ListPosition): boolean {
  return JSON.stringify(query) === JSON.stringify(filtersInUrl());
}

function filtersInUrl(): Readonly<Record<string, string>> {
  const params = new URLSearchParams(window.location.search);
  params.delete("env");
  return Object.fromEntries(params);
}
