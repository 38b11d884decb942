import type { WatchedOutcomes } from "../../../core/outcomes/watched-outcomes.ts";
import type { CatalogChange } from "../../messages/catalog-change.ts";
import type { CatalogProject, WholeCatalog } from "../../messages/catalog-text.ts";

interface KnownProject {
  retentionDays: number;
  readonly environments: Set<number>;
  /** Ids of features by key. */
  readonly features: Map<string, number>;
}

/** The worker's copy of the projects, environments and features in gatehouse.db. */
export class Catalog {
  readonly #projects = new Map<number, KnownProject>();
  readonly #projectsByEnvironment = new Map<number, KnownProject>();
  /** By environment, then name: the keys. */
  readonly #watched = new Map<number, ReadonlyMap<string, ReadonlySet<string>>>();
  #newestEnvironmentId: number;
  #newestFeatureId: number;

  constructor({ newestEnvironmentId, newestFeatureId, projects, watched }: WholeCatalog) {
    this.#newestEnvironmentId = newestEnvironmentId;
    this.#newestFeatureId = newestFeatureId;
    for (const project of projects) {
      this.#add(project);
    }
    for (const { environmentId, watched: ofEnvironment } of watched) {
      this.#watch(environmentId, ofEnvironment);
    }
  }

  /**
   * The highest id that an environment ever had here. Ids are assigned in this order, and once,
   * until the data is replaced by older data.
   */
  get newestEnvironmentId(): number {
    return this.#newestEnvironmentId;
  }

  /** The highest id that a feature ever had here. */
  get newestFeatureId(): number {
    return this.#newestFeatureId;
  }

  /** The longest retention of all projects with environments; 0 without one. */
  get longestRetentionDays(): number {
    return this.#projectsByEnvironment
      .values()
      .reduce((longest, { retentionDays }) => Math.max(longest, retentionDays), 0);
  }

  #add({ projectId, retentionDays, environmentIds, keys, featureIds }: CatalogProject): void {
    const project = this.#project(projectId);
    project.retentionDays = retentionDays;
    for (const environmentId of environmentIds) {
      project.environments.add(environmentId);
      this.#projectsByEnvironment.set(environmentId, project);
    }
    for (const [index, featureId] of featureIds.entries()) {
      project.features.set(keys[index] ?? "", featureId);
    }
  }

  apply(change: CatalogChange): void {
    switch (change.kind) {
      case "project_saved":
        this.#project(change.projectId).retentionDays = change.retentionDays;
        return;
      case "environment_saved": {
        const project = this.#project(change.projectId);
        project.environments.add(change.environmentId);
        this.#projectsByEnvironment.set(change.environmentId, project);
        this.#newestEnvironmentId = Math.max(this.#newestEnvironmentId, change.environmentId);
        return;
      }
      case "environment_deleted":
        this.#projectsByEnvironment
          .get(change.environmentId)
          ?.environments.delete(change.environmentId);
        this.#projectsByEnvironment.delete(change.environmentId);
        this.#watched.delete(change.environmentId);
        return;
      case "watched_saved":
        this.#watch(change.environmentId, change.watched);
        return;
      case "feature_saved":
        this.#newestFeatureId = Math.max(this.#newestFeatureId, change.featureId);
        this.#project(change.projectId).features.set(change.key, change.featureId);
        return;
      case "feature_deleted":
        this.#project(change.projectId).features.delete(change.key);
        return;
      case "ids_restarted":
        this.#newestEnvironmentId = change.environmentId;
        this.#newestFeatureId = change.featureId;
        return;
    }
  }

  hasEnvironment(environmentId: number): boolean {
    return this.#projectsByEnvironment.has(environmentId);
  }

  /** 0 for an environment that does not exist: all its counts are deleted. */
  retentionDays(environmentId: number): number {
    return this.#projectsByEnvironment.get(environmentId)?.retentionDays ?? 0;
  }

  /** Undefined if no feature has that key. */
  featureId(environmentId: number, key: string): number | undefined {
    return this.#projectsByEnvironment.get(environmentId)?.features.get(key);
  }

  /** Undefined if the project has no feature with that key. */
  featureOf(projectId: number, key: string): number | undefined {
    return this.#projects.get(projectId)?.features.get(key);
  }

  /** Whether a guard watches the outcomes of a name and a feature. */
  isWatched(environmentId: number, name: string, key: string): boolean {
    return this.#watched.get(environmentId)?.get(name)?.has(key) === true;
  }

  environmentsOf(projectId: number): ReadonlySet<number> {
    return this.#project(projectId).environments;
  }

  #watch(environmentId: number, watched: readonly WatchedOutcomes[]): void {
    const byName = watched.map(({ name, keys }) => [name, new Set(keys)] as const);
    this.#watched.set(environmentId, new Map(byName));
  }

  #project(projectId: number): KnownProject {
    let project = this.#projects.get(projectId);
    if (project === undefined) {
      project = { retentionDays: 0, environments: new Set(), features: new Map() };
      this.#projects.set(projectId, project);
    }
    return project;
  }
}
