import { featureStateOf } from "../../../core/evaluation/gates.ts";
import type { Toggle } from "../../../core/evaluation/toggle.ts";
import type { Feature } from "../../../core/model/feature.ts";
import { personOf } from "../../../core/model/person.ts";
import type { State } from "../../../core/model/state.ts";

/**
 * A feature of a summary (docs/api.md#telemetry-summary) as JSON text, without `summary`,
 * `time_series` and the closing brace, which the worker adds.
 */
export function featureSummaryStart(state: State, feature: Feature, toggle: Toggle): string {
  const { gates } = toggle;
  const head = JSON.stringify({
    key: feature.key,
    description: feature.description,
    longevity: feature.longevity,
    tags: feature.tags,
    creator: personOf(state, feature.creatorId),
    owner: personOf(state, feature.ownerId),
    created_at: new Date(feature.createdAt).toISOString(),
    state: featureStateOf(gates),
    gates_summary: {
      boolean: gates.boolean,
      actors: gates.actors.length,
      groups: gates.groups.length,
      percentage_of_actors: gates.percentageOfActors,
      percentage_of_time: gates.percentageOfTime,
      expression: gates.expression !== null,
    },
  });
  return head.slice(0, -1);
}
