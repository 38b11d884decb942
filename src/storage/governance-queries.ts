import type { RequestState } from "../core/model/change-request.ts";
import type { RolloutState } from "../core/model/rollout.ts";

/** The requests in the state. */
export const openRequestStates = ["open", "drifted"] as const satisfies readonly RequestState[];

/** Requests of an environment, latest first. */
export interface RequestQuery {
  readonly environmentId: number;
  /** Null for all. */
  readonly states: readonly RequestState[] | null;
  /** Only ids below this one. */
  readonly before: number;
  readonly limit: number;
}

/** Rollouts of an environment, latest first. */
export interface RolloutQuery {
  readonly environmentId: number;
  /** Of one feature; null for all. */
  readonly key: string | null;
  /** Null for all. */
  readonly states: readonly RolloutState[] | null;
  /** Only ids below this one. */
  readonly before: number;
  readonly limit: number;
}

/** Comments, oldest first. */
export interface CommentQuery {
  /** Null for all. */
  readonly subject: string | null;
  /** Only ids above this one. */
  readonly after: number;
  readonly limit: number;
}
