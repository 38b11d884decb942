import type { Caller } from "../../src/core/model/caller.ts";
import type { Environment } from "../../src/core/model/environment.ts";
import { firstOwner } from "../../src/core/model/first-owner.ts";
import type { State } from "../../src/core/model/state.ts";

/**
 * The caller for changes of an administrator in an environment: audits name the first owner. Throws
 * if there is none.
 */
export function ownerCaller(state: State, environment: Environment): Caller {
  const owner = firstOwner(state);
  return {
    environment,
    actor: { type: "User", id: String(owner.id) },
    userId: owner.id,
    token: null,
  };
}
