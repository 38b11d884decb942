import { createContext, useContext } from "react";
import type { TriedActor } from "./column-actors.ts";
import type { PropertySuggestions } from "./property-suggestions.ts";
import type { Trial } from "./use-trial.ts";

/** What all rows of an expression share. */
export interface RowsState {
  readonly tried: readonly TriedActor[];
  readonly trial: Trial;
  readonly suggestions: PropertySuggestions;
  /** The path of the row whose nested fields are shown. */
  readonly advanced: string | null;
  /** Moves the focus to the first field of a row, or to its last value, as soon as it is shown. */
  readonly moveFocus: (place: string, part?: "value") => void;
}

export const RowsContext = createContext<RowsState | null>(null);

export function useRows(): RowsState {
  const rows = useContext(RowsContext);
  if (rows === null) {
    throw new Error("There are no rows around this component");
  }
  return rows;
}
