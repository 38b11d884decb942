import type { Change } from "../core/model/change.ts";
import type { Feature } from "../core/model/feature.ts";
import type { Project } from "../core/model/project.ts";
import type { State } from "../core/model/state.ts";
import { retentionDaysOf } from "../core/model/telemetry-retention.ts";
import { watchedOutcomes } from "../core/outcomes/watched-outcomes.ts";
import type { CatalogChange } from "./messages/catalog-change.ts";
import { writeCatalog } from "./messages/catalog-text.ts";

/** The catalog of a state, as a text for the worker. */
export function catalogOfState(state: State): string {
  const environments = Map.groupBy(state.environments.values(), ({ projectId }) => projectId);
  const { lastIds } = state;
  return writeCatalog({
    newestEnvironmentId: lastIds.environment,
    newestFeatureId: lastIds.feature,
    projects: Array.from(state.projects.keys(), (projectId) => {
      const features = [...(state.features.get(projectId)?.values() ?? [])];
      return {
        projectId,
        retentionDays: retentionDaysOf(state, projectId),
        environmentIds: (environments.get(projectId) ?? []).map(({ id }) => id),
        keys: features.map(({ key }) => key),
        featureIds: features.map(({ id }) => id),
      };
    }),
    watched: [...state.environments.keys()].flatMap((environmentId) => {
      const watched = watchedOutcomes(state, environmentId);
      return watched.length === 0 ? [] : [{ environmentId, watched }];
    }),
  });
}

/** The catalog changes of committed changes; most changes, such as gate writes, have none. */
export function catalogChangesOf(
  changes: readonly Change[],
  state: State,
): readonly CatalogChange[] {
  return changes.flatMap((change): CatalogChange | readonly CatalogChange[] => {
    switch (change.kind) {
      case "organization.saved":
        return state.projects
          .valueSeq()
          .filter(({ organizationId }) => organizationId === change.organization.id)
          .map((project) => projectSaved(state, project))
          .toArray();
      case "project.saved":
        return projectSaved(state, change.project);
      case "environment.created": {
        const { id, projectId } = change.environment;
        return { kind: "environment_saved", environmentId: id, projectId };
      }
      case "rollout.saved": {
        const { environmentId } = change.rollout;
        const watched = watchedOutcomes(state, environmentId);
        return { kind: "watched_saved", environmentId, watched };
      }
      case "environment.deleted":
        return { kind: "environment_deleted", environmentId: change.environmentId };
      case "feature.saved":
        return featureSaved(change.feature);
      case "feature.removed": {
        const { projectId, key } = change.feature;
        return { kind: "feature_deleted", projectId, key };
      }
      default:
        return [];
    }
  });
}

/**
 * The catalog changes between two states, if the commits between them are unknown. A feature that was
 * deleted and created again is a different feature.
 */
export function catalogChangesBetween(before: State, after: State): readonly CatalogChange[] {
  const changes: CatalogChange[] = [];
  for (const environmentId of before.environments.keys()) {
    if (!after.environments.has(environmentId)) {
      changes.push({ kind: "environment_deleted", environmentId });
    }
  }
  for (const project of after.projects.values()) {
    changes.push(projectSaved(after, project));
  }
  for (const { id: environmentId, projectId } of after.environments.values()) {
    if (!before.environments.has(environmentId)) {
      changes.push({ kind: "environment_saved", environmentId, projectId });
    }
  }
  for (const { projectId, key, id } of allFeatures(before)) {
    if (after.features.get(projectId)?.get(key)?.id !== id) {
      changes.push({ kind: "feature_deleted", projectId, key });
    }
  }
  for (const feature of allFeatures(after)) {
    if (before.features.get(feature.projectId)?.get(feature.key)?.id !== feature.id) {
      changes.push(featureSaved(feature));
    }
  }
  changes.push(...watchedChangesBetween(before, after));
  const { environment: environmentId, feature: featureId } = after.lastIds;
  if (environmentId < before.lastIds.environment || featureId < before.lastIds.feature) {
    changes.push({ kind: "ids_restarted", environmentId, featureId });
  }
  return changes;
}

/** Reads one state after the other, because `watchedOutcomes` caches the result for one state only. */
function watchedChangesBetween(before: State, after: State): readonly CatalogChange[] {
  const environmentIds = [...after.environments.keys()];
  const known = environmentIds.map((id) => watchedOutcomes(before, id));
  return environmentIds.flatMap((environmentId, index) => {
    const watched = watchedOutcomes(after, environmentId);
    const isKnown = Bun.deepEquals(watched, known[index]);
    return isKnown ? [] : [{ kind: "watched_saved", environmentId, watched }];
  });
}

function* allFeatures(state: State): Generator<Feature> {
  for (const features of state.features.values()) {
    yield* features.values();
  }
}

function projectSaved(state: State, project: Project): CatalogChange {
  return {
    kind: "project_saved",
    projectId: project.id,
    retentionDays: retentionDaysOf(state, project.id),
  };
}

function featureSaved({ projectId, key, id }: Feature): CatalogChange {
  return { kind: "feature_saved", projectId, key, featureId: id };
}
