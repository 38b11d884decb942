import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Role } from "../../api/admin/contract/member-models.ts";
import type { SessionAnswer } from "../../api/admin/contract/session-models.ts";
import type { CallError } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";
import { EnvironmentContext } from "../paths/environment.ts";

export function useSessionQuery(): UseQueryResult<SessionAnswer, CallError> {
  return useAnswer("GET /session", {});
}

/** The session of the page; below `App` there always is one. */
export const SessionContext = createContext<SessionAnswer | null>(null);

export function useSession(): SessionAnswer {
  const session = useContext(SessionContext);
  if (session === null) {
    throw new Error("There is no session around this component");
  }
  return session;
}

const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/**
 * Returns whether the person has a role or a higher one in an environment; without one, in the
 * organization. The server decides; this only hides what the server would refuse.
 */
export function useRoleCheck(): (role: Role, environment?: number) => boolean {
  const session = useSession();
  return (role, environment) => isAtLeast(roleIn(session, environment), role);
}

/** The role of a session in an environment, which can differ from the one in the organization. */
export function roleIn(
  { role, environmentRoles }: Pick<SessionAnswer, "role" | "environmentRoles">,
  environment: number | undefined,
): Role | null {
  const there = environmentRoles.find(({ environmentId }) => environmentId === environment);
  return role === "owner" || there === undefined ? role : there.role;
}

/** Whether a role, null for nobody, has all rights of another one. */
export function isAtLeast(own: Role | null, role: Role): boolean {
  return own !== null && ranks[own] >= ranks[role];
}

/** In the environment of the page. */
export function useMay(role: Role): boolean {
  return useRoleCheck()(role, useContext(EnvironmentContext)?.environment.id);
}

/** For what belongs to no environment, such as members and settings. */
export function useMayInOrganization(role: Role): boolean {
  return useRoleCheck()(role);
}
