import { GatehouseError } from "../../core/errors.ts";
import { highestRole, roleInEnvironment, roleOf } from "../../core/model/member-role.ts";
import { roleInScope } from "../../core/model/personal-token.ts";
import { type Role, roleAtLeast } from "../../core/model/role.ts";
import type { State } from "../../core/model/state.ts";
import type { AdminDeclaration } from "./admin-declaration.ts";
import { limitOf, type Reader, type ReaderGuard } from "./reader.ts";

type Known = Pick<Reader, "role" | "signedIn">;

/** The role of a reader in an environment; null for a reader who is not signed in. */
export function readerRoleIn(
  state: State,
  reader: Known,
  environmentId: number,
  guard: Pick<ReaderGuard, "readOnly">,
): Role | null {
  return roleOfPerson(reader, guard, (userId) => roleInEnvironment(state, userId, environmentId));
}

/** The highest role that a reader has in the organization or in any environment. */
export function highestReaderRole(
  state: State,
  reader: Known,
  guard: Pick<ReaderGuard, "readOnly">,
): Role | null {
  return roleOfPerson(reader, guard, (userId) => highestRole(state, userId));
}

/** Throws `role_required` for a reader who has another role in the organization. */
export function requireOrganizationRole(
  state: State,
  reader: Known,
  role: Role,
  guard: Pick<ReaderGuard, "readOnly">,
): void {
  const own = roleOfPerson(reader, guard, (userId) => roleOf(state, userId));
  if (own === null || !roleAtLeast(own, role) || limitOf(reader) !== null) {
    throw new GatehouseError("role_required");
  }
}

/** A reader without an account, such as the shell, has the same role everywhere. */
function roleOfPerson(
  { role, signedIn }: Known,
  { readOnly }: Pick<ReaderGuard, "readOnly">,
  memberRole: (userId: number) => Role | undefined,
): Role | null {
  if (signedIn === null || role === null || readOnly !== null) {
    return role;
  }
  const own = memberRole(signedIn.user.id);
  if (own === undefined) {
    return null;
  }
  return "token" in signedIn ? roleInScope(own, signedIn.token.scope) : own;
}

/** Throws `role_required` unless the caller may do in an environment what the route does. */
export function requireRoleIn(
  state: State,
  caller: Reader & { readonly roleMin: Role },
  environmentId: number,
): void {
  const role = readerRoleIn(state, caller, environmentId, { readOnly: null });
  if (limitOf(caller)?.includes(environmentId) === false) {
    throw new GatehouseError("role_required", {
      message: "The personal token is for other environments only",
    });
  }
  if (caller.token === null && (role === null || !roleAtLeast(role, caller.roleMin))) {
    throw new GatehouseError("role_required");
  }
}

/** Throws for a program with a limit at a route that reads or changes all environments. */
export function requireWithinLimit(
  reader: Reader,
  environment: string | undefined,
  { role, environmentToken }: AdminDeclaration,
): void {
  const isForAll = environment === undefined && environmentToken === undefined;
  if (limitOf(reader) !== null && isForAll && role !== "anyone") {
    throw new GatehouseError("role_required", {
      message: "This personal token is for some environments, and the route is for all of them",
    });
  }
}
