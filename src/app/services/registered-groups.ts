import type { State } from "../../core/model/state.ts";

/** The names of groups. */
export interface GroupNames {
  has(name: string): boolean;
}

const none: GroupNames = new Set<string>();

/** The groups that the application registered; without an application, the project's groups. */
export function registeredGroups(
  state: State,
  projectId: number,
  hostGroups: ReadonlySet<string> | undefined,
): GroupNames {
  return hostGroups ?? state.groups.get(projectId) ?? none;
}
