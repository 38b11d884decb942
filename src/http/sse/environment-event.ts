import type { Environment } from "../../core/model/environment.ts";
import {
  type ChangedKeys,
  type CommitEvent,
  type EventTopic,
  eventTopics,
} from "./commit-event.ts";

/** The changes of a commit in one environment. */
export interface EnvironmentEvent {
  readonly sequence: number;
  /** The revision of the project after the commit; null if no feature of it changed. */
  readonly revision: number | null;
  /** The features that changed; null if there are too many to name. */
  readonly keys: readonly string[] | null;
  readonly topics: readonly EventTopic[];
}

/**
 * The changes of a commit in one environment; undefined for no change. Changes in Production count
 * for environments that follow it, except for features with `isOverridden`.
 */
export function environmentEvent(
  event: CommitEvent,
  environment: Pick<Environment, "id" | "projectId">,
  productionId: number,
  isOverridden: (key: string) => boolean,
): EnvironmentEvent | undefined {
  const { id, projectId } = environment;
  const mirrored = event.environmentKeys.get(productionId);
  const keys = union([
    event.projectKeys.get(projectId),
    event.environmentKeys.get(id),
    mirrored === null || id === productionId
      ? mirrored
      : new Set([...(mirrored ?? [])].filter((key) => !isOverridden(key))),
  ]);
  const hasFeatures = keys === null || keys.size > 0;
  const topics = eventTopics.filter(
    (topic) =>
      event.topics.has(topic) ||
      (topic === "features" && hasFeatures) ||
      (topic === "audits" && event.auditedEnvironments.has(id)),
  );
  if (topics.length === 0) {
    return undefined;
  }
  return {
    sequence: event.sequence,
    revision: event.revisions.get(projectId) ?? null,
    keys: keys === null ? null : [...keys].sort(),
    topics,
  };
}

function union(parts: readonly (ChangedKeys | undefined)[]): ChangedKeys {
  const all = new Set<string>();
  for (const part of parts) {
    if (part === null) {
      return null;
    }
    for (const key of part ?? []) {
      all.add(key);
    }
  }
  return all;
}
