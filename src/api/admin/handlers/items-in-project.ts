import { GatehouseError } from "../../../core/errors.ts";
import type { State } from "../../../core/model/state.ts";
import { quote } from "../../../core/text/quote.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { anyEnvironment, environmentOf } from "../asked-environment.ts";
import { requireRoleIn } from "../reader-role.ts";

interface Asked<Thing> {
  readonly kind: "token" | "webhook";
  /** As in the path. */
  readonly environment: string;
  readonly caller: AdminCaller;
  readonly id: string;
  readonly found: Thing | undefined;
}

/**
 * Returns a token or a webhook in the environment of the path. For `*` it may be in any environment
 * of the project. For an item of another project it throws `token_not_found` or `webhook_not_found`,
 * so that nobody changes it by mistake.
 */
export function requireInProject<Thing extends { readonly environmentId: number }>(
  state: State,
  { kind, environment, caller, id, found }: Asked<Thing>,
): Thing {
  const own = state.environments.get(found?.environmentId ?? 0);
  const isThere =
    environment === anyEnvironment
      ? own?.projectId === caller.projectId
      : own?.id === environmentOf(state, environment, caller).id;
  if (found !== undefined && isThere) {
    requireRoleIn(state, caller, found.environmentId);
    return found;
  }
  const project = state.projects.get(own?.projectId ?? 0);
  const isElsewhere = project !== undefined && project.id !== caller.projectId;
  throw new GatehouseError(`${kind}_not_found`, {
    message: isElsewhere
      ? `${kind} ${id} belongs to the project ${quote(project.name)}`
      : `there is no ${kind} ${id}`,
  });
}
