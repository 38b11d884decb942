import type { Toggle } from "../evaluation/toggle.ts";
import type { Environment } from "./environment.ts";
import type { Feature } from "./feature.ts";
import type { State } from "./state.ts";

export function findFeature(state: State, projectId: number, key: string): Feature | undefined {
  return state.features.get(projectId)?.get(key);
}

/** The project's Production environment. Throws if there is none: every project has exactly one. */
export function productionOf(state: State, projectId: number): Environment {
  const production = state.productions.get(projectId);
  if (production === undefined) {
    throw new Error(`Project ${projectId} has no Production environment`);
  }
  return production;
}

/** The gates that were written in this environment itself; undefined if it follows Production. */
export function ownToggle(state: State, environment: Environment, key: string): Toggle | undefined {
  return state.toggles.get(environment.id)?.get(key);
}

/** The gates in force for an existing feature: the environment's own gates, otherwise Production's. */
export function effectiveToggle(state: State, environment: Environment, key: string): Toggle {
  const toggle =
    ownToggle(state, environment, key) ??
    ownToggle(state, productionOf(state, environment.projectId), key);
  if (toggle === undefined) {
    throw new Error(`Production has no gates for the feature ${key}`);
  }
  return toggle;
}
