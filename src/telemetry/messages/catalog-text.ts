/** A project with everything of it that the worker needs. */
export interface CatalogProject {
  readonly projectId: number;
  readonly retentionDays: number;
  readonly environmentIds: readonly number[];
  readonly keys: readonly string[];
  /** The ids of the features, in the order of `keys`. */
  readonly featureIds: readonly number[];
}

/** One text instead of objects: the objects of 100,000 features would be copied for 0.2 seconds. */
export function writeCatalog(projects: readonly CatalogProject[]): string {
  return JSON.stringify(projects);
}

export function readCatalog(text: string): readonly CatalogProject[] {
  return JSON.parse(text);
}
