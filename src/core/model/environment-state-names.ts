import type { EnvironmentKind } from "./environment.ts";

/**
 * The kinds of environments, as the field `state` names them in HTTP responses, on the command line
 * and in the database. The API's documents call a custom environment `other`.
 */
export const environmentStates = ["production", "personal", "other"] as const;
export type EnvironmentState = (typeof environmentStates)[number];

export function stateOfKind(kind: EnvironmentKind): EnvironmentState {
  return kind === "custom" ? "other" : kind;
}

export function kindOfState(state: EnvironmentState): EnvironmentKind {
  return state === "other" ? "custom" : state;
}
