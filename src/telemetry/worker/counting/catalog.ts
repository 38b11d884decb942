import type { CatalogChange } from "../../messages/catalog-change.ts";

interface CatalogProject {
  retentionDays: number;
  readonly environments: Set<number>;
  /** Ids of features by key. */
  readonly features: Map<string, number>;
}

/** The worker's copy of the projects, environments and features in gatehouse.db. */
export class Catalog {
  readonly #projects = new Map<number, CatalogProject>();
  readonly #projectsByEnvironment = new Map<number, CatalogProject>();

  apply(change: CatalogChange): void {
    switch (change.kind) {
      case "project_saved":
        this.#project(change.projectId).retentionDays = change.retentionDays;
        return;
      case "environment_saved": {
        const project = this.#project(change.projectId);
        project.environments.add(change.environmentId);
        this.#projectsByEnvironment.set(change.environmentId, project);
        return;
      }
      case "environment_deleted":
        this.#projectsByEnvironment
          .get(change.environmentId)
          ?.environments.delete(change.environmentId);
        this.#projectsByEnvironment.delete(change.environmentId);
        return;
      case "feature_saved":
        this.#project(change.projectId).features.set(change.key, change.featureId);
        return;
      case "feature_deleted":
        this.#project(change.projectId).features.delete(change.key);
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

  environmentsOf(projectId: number): ReadonlySet<number> {
    return this.#project(projectId).environments;
  }

  #project(projectId: number): CatalogProject {
    let project = this.#projects.get(projectId);
    if (project === undefined) {
      project = { retentionDays: 0, environments: new Set(), features: new Map() };
      this.#projects.set(projectId, project);
    }
    return project;
  }
}
