import { removeMember, removeProjectMember } from "../../../app/commands/member-commands.ts";
import { revokeToken } from "../../../app/commands/token-commands.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Draft } from "../../../core/model/draft.ts";
import { projectOfName } from "../../../core/model/find-environment.ts";
import { firstOrganization } from "../../../core/model/first-organization.ts";
import type { Project } from "../../../core/model/project.ts";
import type { State } from "../../../core/model/state.ts";
import { isActive, type Token } from "../../../core/model/token.ts";
import { unknownProject } from "../../../core/model/unknown-environment.ts";
import type { User } from "../../../core/model/user.ts";
import type { RemovedMember } from "../contract/member-models.ts";
import { personRow, projectsById } from "./member-rows.ts";
import { isInProject, notInProject, requireAskedMember } from "./named-people.ts";
import { tokenRow } from "./token-list-rows.ts";

interface Removal {
  /** An id or an e-mail address. */
  readonly asked: string;
  readonly revokesTokens: boolean;
  /** The name of a single project that the member leaves. */
  readonly project: string | undefined;
}

/**
 * Removes a member of the organization, or of one project. Applications may use the tokens that the
 * person owns, so they stay active unless they are to be revoked. Tokens of personal environments are
 * deleted with their environments.
 */
export function removeAskedMember(
  draft: Draft,
  { asked, revokesTokens, project: name }: Removal,
): RemovedMember {
  const project = name === undefined ? undefined : requireNamedProject(draft.state, name);
  const user = requireAskedMember(draft.state, asked);
  if (project === undefined) {
    removeMember(draft, firstOrganization(draft.state), user);
  } else {
    requireIn(draft.state, project, user);
    removeProjectMember(draft, project, user);
  }
  const tokens = activeTokensOf(draft, user, project);
  if (revokesTokens) {
    for (const token of tokens) {
      revokeToken(draft, token);
    }
  }
  const { state } = draft;
  return {
    removed: true,
    activeTokens: revokesTokens ? [] : tokens.map((token) => token.name),
    person: personRow(state, projectsById(state), user),
    tokens: tokens.map((token) => tokenRow(state, state.tokens.get(token.hash) ?? token)),
  };
}

/** Throws `project_not_found`. */
export function requireNamedProject(state: State, name: string): Project {
  const project = projectOfName(state, name);
  if (project === undefined) {
    throw new GatehouseError("project_not_found", {
      message: unknownProject(state, name),
      place: "project",
    });
  }
  return project;
}

function requireIn(state: State, project: Project, user: User): void {
  if (!isInProject(state, project, user)) {
    const message = notInProject(project, user.email);
    throw new GatehouseError("member_not_found", { message });
  }
}

/** The active tokens that a user owns, by id; only tokens of the project if one is given. */
function activeTokensOf(
  { state, now }: Draft,
  user: User,
  project: Project | undefined,
): readonly Token[] {
  return [...state.tokens.values()]
    .filter((token) => {
      const { projectId } = state.environments.get(token.environmentId) ?? {};
      const isOfProject = project === undefined || projectId === project.id;
      return token.ownerId === user.id && isOfProject && isActive(token, now);
    })
    .sort((left, right) => left.id - right.id);
}
