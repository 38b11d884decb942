import { closedGates } from "../../src/core/evaluation/gates.ts";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { Environment } from "../../src/core/model/environment.ts";
import type { Feature } from "../../src/core/model/feature.ts";
import { finishedRuleDefault } from "../../src/core/model/finished-rule.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";

export const projectId = 1;
const otherProjectId = 2;
/** The id of Production; other environments have greater ids. */
export const production = 1;
export const owner = { id: 1, name: "Owner", email: "owner@example.com", createdAt: 0 };

export interface StateOptions {
  readonly features?: readonly string[];
  readonly customEnvironments?: readonly number[];
  /** Environments of a second project. */
  readonly otherEnvironments?: readonly number[];
  readonly retentionDays?: number;
}

/** A state of a project with features and environments, and of a second one if it is needed. */
export function stateWith(options: StateOptions = {}): State {
  const changes: Change[] = [
    retention(options.retentionDays ?? 90),
    {
      kind: "project.saved",
      project: {
        id: projectId,
        organizationId: 1,
        name: "Default",
        isStrictAboutGroups: false,
        issuePattern: null,
        samplesActors: false,
        ...finishedRuleDefault,
      },
    },
    { kind: "user.saved", user: owner },
    { kind: "environment.created", environment: environment(production) },
    ...(options.customEnvironments ?? []).map(
      (id): Change => ({ kind: "environment.created", environment: environment(id) }),
    ),
    ...(options.otherEnvironments ?? []).flatMap((id): readonly Change[] => [
      {
        kind: "project.saved",
        project: {
          id: otherProjectId,
          organizationId: 1,
          name: "Other",
          isStrictAboutGroups: false,
          issuePattern: null,
          samplesActors: false,
          ...finishedRuleDefault,
        },
      },
      { kind: "environment.created", environment: environment(id, otherProjectId) },
    ]),
    ...(options.features ?? []).flatMap((key, index) => featureChanges(index + 1, key)),
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

export function environment(id: number, project = projectId): Environment {
  return {
    id,
    projectId: project,
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

/** The changes that creating a feature commits. */
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
