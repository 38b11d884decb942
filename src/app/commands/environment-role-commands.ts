import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { roleOf } from "../../core/model/member-role.ts";
import type { RoleInEnvironment } from "../../core/model/role.ts";
import type { EnvironmentRole } from "../../core/model/sign-on.ts";
import { environmentRoleOf, signOnRecords } from "../../core/model/sign-on-records.ts";
import type { State } from "../../core/model/state.ts";
import type { User } from "../../core/model/user.ts";
import { removeRecords, saveRecord } from "./save-sign-on-record.ts";

/**
 * Gives a member a role in one environment, which replaces the organization's role there; null takes
 * it away. Throws `member_not_found`, and `quota_exceeded` for too many records.
 */
export function setEnvironmentRole(
  draft: Draft,
  environment: Environment,
  user: User,
  role: RoleInEnvironment | null,
): void {
  if (roleOf(draft.state, user.id) === undefined) {
    throw new GatehouseError("member_not_found");
  }
  const place = { environmentId: environment.id, userId: user.id };
  const known = environmentRoleOf(draft.state, place);
  if (role === null) {
    removeRecords(draft, known === undefined ? [] : [known]);
  } else if (known?.role !== role) {
    saveRecord(draft, { kind: "environment_role", ...place, role });
  }
}

/** Removes the roles of members and the rules of groups in an environment. */
export function removeRolesIn(draft: Draft, environmentId: number): void {
  removeRecords(
    draft,
    [...draft.state.signOn.values()].filter(
      (record) => "environmentId" in record && record.environmentId === environmentId,
    ),
  );
}

/** The roles that a user was given in environments, in the order of the environments. */
export function environmentRolesOf(state: State, userId: number): readonly EnvironmentRole[] {
  return signOnRecords(state, "environment_role")
    .filter((record) => record.userId === userId)
    .sort((left, right) => left.environmentId - right.environmentId);
}
