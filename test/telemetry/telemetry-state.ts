import { applyChange } from "../../src/model/apply-change.ts";
import type { Change } from "../../src/model/change.ts";
import type { Environment } from "../../src/model/environment.ts";
import type { Feature } from "../../src/model/feature.ts";
import { emptyState, type State } from "../../src/model/state.ts";
import { closedGates } from "../../src/toggles/gates.ts";

export const projectId = 1;
/** Production; custom environments have ids above it. */
export const production = 1;
export const owner = { id: 1, name: "Owner", email: "owner@example.com", createdAt: 0 };

export interface Place {
  readonly features?: readonly string[];
  readonly customEnvironments?: readonly number[];
  readonly retentionDays?: number;
}

/** A project with its features and environments, as a state. */
export function stateWith(place: Place = {}): State {
  const changes: Change[] = [
    retention(place.retentionDays ?? 90),
    {
      kind: "project.saved",
      project: { id: projectId, organizationId: 1, name: "Default", isStrictAboutGroups: false },
    },
    { kind: "user.saved", user: owner },
    { kind: "environment.created", environment: environment(production) },
    ...(place.customEnvironments ?? []).map(
      (id): Change => ({ kind: "environment.created", environment: environment(id) }),
    ),
    ...(place.features ?? []).flatMap((key, index) => featureChanges(index + 1, key)),
  ];
  return changes.reduce(applyChange, emptyState);
}

export function retention(days: number): Change {
  return {
    kind: "organization.saved",
    organization: {
      id: 1,
      name: "Default",
      plan: "self_hosted",
      planOverrides: { telemetryRetentionDays: days },
    },
  };
}

export function environment(id: number): Environment {
  return {
    id,
    projectId,
    slug: `environment-${id}`,
    name: `Environment ${id}`,
    kind: id === production ? "production" : "custom",
    createdAt: 0,
    memberId: null,
    creatorTokenId: null,
  };
}

export function feature(id: number, key: string): Feature {
  return {
    id,
    projectId,
    key,
    createdAt: 0,
    creatorId: owner.id,
    description: null,
    longevity: null,
    tags: [],
    ownerId: null,
  };
}

/** What creating a feature commits. */
export function featureChanges(id: number, key: string): readonly Change[] {
  const created = feature(id, key);
  return [
    { kind: "feature.saved", feature: created },
    {
      kind: "gates.written",
      environmentId: production,
      feature: created,
      before: null,
      after: closedGates,
    },
  ];
}
