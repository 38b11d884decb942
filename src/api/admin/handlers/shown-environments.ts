import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { limitOf } from "../reader.ts";

/** The environments of the project that a caller may see. */
export function shownEnvironments(
  state: State,
  caller: Pick<AdminCaller, "token" | "signedIn" | "projectId" | "hasData">,
  isMountable: boolean,
): readonly Environment[] {
  const { token, projectId, hasData } = caller;
  const limit = limitOf(caller);
  const isProductionOnly = isMountable && !hasData;
  return [...state.environments.values()].filter(
    (each) =>
      each.projectId === projectId &&
      (token === null || token.environment.id === each.id) &&
      (limit === null || limit.includes(each.id)) &&
      (!isProductionOnly || each.kind === "production"),
  );
}
