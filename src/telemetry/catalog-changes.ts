import type { Change } from "../model/change.ts";
import type { Feature } from "../model/feature.ts";
import type { Project } from "../model/project.ts";
import type { State } from "../model/state.ts";
import { retentionDaysOf } from "../model/telemetry-retention.ts";
import type { Lesson } from "./messages/catalog-change.ts";

/** All that a state can teach, projects first, as environments and features belong to them. */
export function lessonsOfState(state: State): readonly Lesson[] {
  const lessons: Lesson[] = [];
  for (const project of state.projects.values()) {
    lessons.push(projectLesson(state, project));
  }
  for (const { id, projectId } of state.environments.values()) {
    lessons.push({ kind: "environment", environmentId: id, projectId });
  }
  for (const features of state.features.values()) {
    for (const feature of features.values()) {
      lessons.push(featureLesson(feature));
    }
  }
  return lessons;
}

/** What committed changes teach; most, such as gate writes, teach nothing. */
export function lessonsOfChanges(changes: readonly Change[], state: State): readonly Lesson[] {
  return changes.flatMap((change): Lesson | readonly Lesson[] => {
    switch (change.kind) {
      case "organization.saved":
        return state.projects
          .valueSeq()
          .filter(({ organizationId }) => organizationId === change.organization.id)
          .map((project) => projectLesson(state, project))
          .toArray();
      case "project.saved":
        return projectLesson(state, change.project);
      case "environment.created": {
        const { id, projectId } = change.environment;
        return { kind: "environment", environmentId: id, projectId };
      }
      case "environment.deleted":
        return { kind: "environment_gone", environmentId: change.environmentId };
      case "feature.saved":
        return featureLesson(change.feature);
      case "feature.removed": {
        const { projectId, key } = change.feature;
        return { kind: "feature_gone", projectId, key };
      }
      default:
        return [];
    }
  });
}

function projectLesson(state: State, project: Project): Lesson {
  return {
    kind: "project",
    projectId: project.id,
    retentionDays: retentionDaysOf(state, project.id),
  };
}

function featureLesson({ projectId, key, id }: Feature): Lesson {
  return { kind: "feature", projectId, key, featureId: id };
}
