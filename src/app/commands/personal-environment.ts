import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import type { User } from "../../core/model/user.ts";
import { createEnvironment } from "./environment-commands.ts";
import { parseEnvironmentName } from "./environment-name.ts";

export function personalEnvironment(
  state: State,
  projectId: number,
  user: User,
): Environment | undefined {
  return state.environments.find(
    (environment) =>
      environment.projectId === projectId &&
      environment.kind === "personal" &&
      environment.memberId === user.id,
  );
}

/**
 * The member's personal environment in a project; it is created if missing. Another environment may
 * have the same name, as members may have equal names.
 */
export function ensurePersonalEnvironment(
  draft: Draft,
  projectId: number,
  user: User,
): Environment {
  return (
    personalEnvironment(draft.state, projectId, user) ??
    createEnvironment(draft, {
      projectId,
      name: user.name,
      slug: slugOf(user),
      kind: "personal",
      memberId: user.id,
      creatorTokenId: null,
    })
  );
}

/** Some names have no valid slug: it would be empty or reserved. */
function slugOf(user: User): string {
  try {
    return parseEnvironmentName(user.name).slug;
  } catch (error) {
    if (error instanceof GatehouseError) {
      return `member-${user.id}`;
    }
    throw error;
  }
}
