import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Rollout } from "../../../core/model/rollout.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import type { RolloutRow } from "../contract/rollout-models.ts";
import { limitOf } from "../reader.ts";
import { readerRoleIn } from "../reader-role.ts";
import { rolloutRow } from "./shown-rollouts.ts";
import { callerInEnvironment, type UiDependencies } from "./ui-dependencies.ts";

/** Finds the rollouts that routes name. */
export class AskedRollouts {
  readonly #deps: UiDependencies;

  constructor(deps: UiDependencies) {
    this.#deps = deps;
  }

  /** The rollout with an id, active or ended. Rejects with `rollout_not_found`. */
  async rollout(admin: AdminCaller, asked: string): Promise<Rollout> {
    const { writer, reads } = this.#deps.services;
    const id = idIn(asked);
    const active = writer.state.rollouts.get(id);
    const found = active ?? (Number.isNaN(id) ? null : await reads.rollout(id));
    if (found === null || !this.#isVisible(found, admin)) {
      throw new GatehouseError("rollout_not_found");
    }
    return found;
  }

  /** The caller in the environment of a rollout. */
  callerOf(admin: AdminCaller, { environmentId }: Rollout): Caller {
    const { state } = this.#deps.services.writer;
    const environment = state.environments.get(environmentId);
    if (environment === undefined) {
      throw new GatehouseError("rollout_not_found");
    }
    return callerInEnvironment(state, environment, admin);
  }

  /** The rollout for a caller, whose role is the one in the environment of the rollout. */
  row(admin: AdminCaller, rollout: Rollout): RolloutRow {
    const { services, readOnly, now } = this.#deps;
    const { state } = services.writer;
    const role = readerRoleIn(state, admin, rollout.environmentId, { readOnly });
    return rolloutRow({ state, now: now() }, rollout, { ...admin, role });
  }

  /** People see the rollouts of all projects by their ids, as they see the requests. */
  #isVisible({ environmentId }: Rollout, caller: AdminCaller): boolean {
    const { environments } = this.#deps.services.writer.state;
    const only = caller.token === null ? limitOf(caller) : [caller.token.environment.id];
    return environments.has(environmentId) && (only === null || only.includes(environmentId));
  }
}
