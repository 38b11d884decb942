import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { productionOf } from "../../core/model/state-lookups.ts";

/**
 * A check of this many features, with gate values of this many bytes, takes some milliseconds at
 * most.
 */
const smallFeaturesMax = 2_000;
const smallBytesMax = 1024 * 1024;

/** Whether a check of an environment may take so long that it must run in steps. */
export function isLargeEnvironment(state: State, { id, projectId }: Environment): boolean {
  const production = productionOf(state, projectId);
  const bytesOf = (environmentId: number) =>
    state.storedBytes.byEnvironment.get(environmentId) ?? 0;
  return (
    (state.features.get(projectId)?.size ?? 0) > smallFeaturesMax ||
    bytesOf(id) + (id === production.id ? 0 : bytesOf(production.id)) > smallBytesMax
  );
}
