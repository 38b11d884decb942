import type { Lesson } from "../../messages/catalog-change.ts";

interface Project {
  retentionDays: number;
  readonly environments: Set<number>;
  /** Ids of features by key. */
  readonly features: Map<string, number>;
}

/** What the worker knows of gatehouse.db: enough to tell features from other keys. */
export class Knowledge {
  readonly #projects = new Map<number, Project>();
  readonly #projectsByEnvironment = new Map<number, Project>();

  learn(lesson: Lesson): void {
    switch (lesson.kind) {
      case "project":
        this.#project(lesson.projectId).retentionDays = lesson.retentionDays;
        return;
      case "environment": {
        const project = this.#project(lesson.projectId);
        project.environments.add(lesson.environmentId);
        this.#projectsByEnvironment.set(lesson.environmentId, project);
        return;
      }
      case "environment_gone":
        this.#projectsByEnvironment
          .get(lesson.environmentId)
          ?.environments.delete(lesson.environmentId);
        this.#projectsByEnvironment.delete(lesson.environmentId);
        return;
      case "feature":
        this.#project(lesson.projectId).features.set(lesson.key, lesson.featureId);
        return;
      case "feature_gone":
        this.#project(lesson.projectId).features.delete(lesson.key);
        return;
    }
  }

  hasEnvironment(environmentId: number): boolean {
    return this.#projectsByEnvironment.has(environmentId);
  }

  /** 0 for an environment that does not exist: nothing of it is kept. */
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

  #project(projectId: number): Project {
    let project = this.#projects.get(projectId);
    if (project === undefined) {
      project = { retentionDays: 0, environments: new Set(), features: new Map() };
      this.#projects.set(projectId, project);
    }
    return project;
  }
}
