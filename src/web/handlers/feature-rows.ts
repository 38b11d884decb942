import type { Environment } from "../../model/environment.ts";
import type { Feature } from "../../model/feature.ts";
import type { Project } from "../../model/project.ts";
import type { State } from "../../model/state.ts";
import { featureStateOf, type Gates } from "../../toggles/gates.ts";
import type { FeatureRow } from "../contract/feature-routes.ts";
import { gatesSummary } from "./gates-summary.ts";
import { personOf } from "./people.ts";

const dayMs = 86_400_000;

export interface RowSource {
  readonly state: State;
  readonly project: Project;
  readonly environment: Environment;
  /** When the gates in force of each feature changed last. */
  readonly changes: ReadonlyMap<string, number>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A feature as lists show it. */
export function featureRow(source: RowSource, feature: Feature, gates: Gates): FeatureRow {
  const { state, environment, changes } = source;
  const featureState = featureStateOf(gates);
  const changedAt = changes.get(feature.key) ?? null;
  return {
    key: feature.key,
    state: featureState,
    gates: gatesSummary(gates),
    description: feature.description,
    longevity: feature.longevity,
    tags: feature.tags,
    owner: personOf(state, feature.ownerId),
    createdAt: feature.createdAt,
    changedAt,
    isOverridden:
      environment.kind === "production" ||
      state.toggles.get(environment.id)?.has(feature.key) === true,
    looksFinished: featureState !== "conditional" && looksFinished(source, feature, changedAt),
  };
}

/** Whether a feature that is on or off for everyone has been so for long enough. */
function looksFinished(
  { project, now }: RowSource,
  { longevity }: Feature,
  changedAt: number | null,
): boolean {
  return (
    changedAt !== null &&
    project.finishedLongevities.includes(longevity ?? "unset") &&
    now - changedAt >= project.finishedAfterDays * dayMs
  );
}
