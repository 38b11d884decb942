import type { CatalogChange, WatchedSaved } from "./catalog-change.ts";

/*
 * The catalog and its changes are sent as one text: from a list, the main thread would copy the
 * object of each feature.
 */

/** A project with all the data that the worker needs. */
export interface CatalogProject {
  readonly projectId: number;
  readonly retentionDays: number;
  readonly environmentIds: readonly number[];
  readonly keys: readonly string[];
  /** The ids of the features, in the order of `keys`. */
  readonly featureIds: readonly number[];
}

/** Everything that the worker needs of a state. */
export interface WholeCatalog {
  /** The highest ids that an environment and a feature ever had, also deleted ones. */
  readonly newestEnvironmentId: number;
  readonly newestFeatureId: number;
  readonly projects: readonly CatalogProject[];
  /** The environments with active guards. */
  readonly watched: readonly Omit<WatchedSaved, "kind">[];
}

export const emptyCatalog: WholeCatalog = {
  newestEnvironmentId: 0,
  newestFeatureId: 0,
  projects: [],
  watched: [],
};

export function writeCatalog(catalog: WholeCatalog): string {
  return JSON.stringify(catalog);
}

export function readCatalog(text: string): WholeCatalog {
  return JSON.parse(text);
}

export function writeCatalogChanges(changes: readonly CatalogChange[]): string {
  return JSON.stringify(changes);
}

export function readCatalogChanges(text: string): readonly CatalogChange[] {
  return JSON.parse(text);
}
