import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Role } from "../../api/admin/contract/member-models.ts";
import type { SessionAnswer } from "../../api/admin/contract/session-models.ts";
import type { CallError } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";

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
 * Returns whether the person has a role or a higher one. The server decides; this only hides what the
 * server would refuse.
 */
export function useRoleCheck(): (role: Role) => boolean {
  const { role: own } = useSession();
  return (role) => own !== null && ranks[own] >= ranks[role];
}

export function useMay(role: Role): boolean {
  return useRoleCheck()(role);
}
