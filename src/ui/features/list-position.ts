/** A position in the list: its filters with the cursor, the scroll offset, and the row of the cursor. */
interface ListPosition {
  readonly query: Readonly<Record<string, string>>;
  readonly scrollTop: number;
  /** The index of the cursor's row: if the feature is deleted, the next one takes its place. */
  readonly index: number;
}

/** The parameter of the URL that has the key of the cursor's row. */
export const cursorName = "at";

const places = new Map<number, ListPosition>();

/** The last position in the list of an environment. */
export function listPosition(environment: number): ListPosition | undefined {
  return places.get(environment);
}

export function keepListPosition(environment: number, place: Omit<ListPosition, "query">): void {
  places.set(environment, { ...place, query: queryInUrl() });
}

/** The last position if it is in the list of the URL. */
export function positionInUrl(environment: number): ListPosition | undefined {
  const place = places.get(environment);
  return place !== undefined && filters(place.query) === filters(queryInUrl()) ? place : undefined;
}

function filters({ [cursorName]: _, ...query }: ListPosition["query"]): string {
  return JSON.stringify(query);
}

function queryInUrl(): ListPosition["query"] {
  const params = new URLSearchParams(window.location.search);
  params.delete("env");
  return Object.fromEntries(params);
}
