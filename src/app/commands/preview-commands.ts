import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import type { State } from "../../core/model/state.ts";
import type { Token } from "../../core/model/token.ts";
import { createEnvironment, deleteEnvironment } from "./environment-commands.ts";
import { environmentsOfName, parseEnvironmentName } from "./environment-name.ts";
import { createToken } from "./token-commands.ts";

export interface CreatedPreview {
  readonly environment: Environment;
  readonly token: Token;
  /** The token's secret value. */
  readonly value: string;
  /** False if the same token created the environment earlier. */
  readonly isNew: boolean;
}

/**
 * POST /environments: creates a custom environment and a token for it. If the same token created an
 * environment of that name earlier, creates only another token for it. The order of the refusals is
 * documented: docs/api.md#environments.
 */
export function createPreview(
  draft: Draft,
  caller: Caller,
  creator: Token,
  requestedName: string | undefined,
): CreatedPreview {
  requireManagementPermission(creator);
  requireMembership(draft.state, caller.environment.projectId, creator);
  const { name, slug } = parseEnvironmentName(requestedName);
  const { projectId } = caller.environment;
  const sameName = environmentsOfName(draft.state, projectId, name);
  const known = sameName.find((environment) => environment.creatorTokenId === creator.id);
  if (known === undefined && sameName.length > 0) {
    throw new GatehouseError("environment_name_taken");
  }
  const environment =
    known ??
    createEnvironment(draft, {
      projectId,
      name,
      slug,
      kind: "custom",
      creatorTokenId: creator.id,
    });
  const { token, value } = createToken(draft, {
    environment,
    name: environment.name,
    access: "read_and_write",
    managesEnvironments: false,
    ownerId: creator.ownerId,
    isPreview: true,
  });
  return { environment, token, value, isNew: known === undefined };
}

/**
 * Whether DELETE /environments/{id} repeats a completed deletion: its token was a preview token of
 * that environment, and was deleted with it (docs/api.md#environments).
 */
export function isRepeatedDelete(state: State, tokenHash: string, id: number): boolean {
  return state.endedPreviewTokens.get(tokenHash) === id;
}

/**
 * DELETE /environments/{id} (docs/api.md#environments). Does nothing if the environment does not
 * exist, belongs to another project or is not custom.
 */
export function deletePreview(draft: Draft, caller: Caller, token: Token, id: number): void {
  const { projectId } = caller.environment;
  requireMembership(draft.state, projectId, token);
  const environment = draft.state.environments.get(id);
  if (environment?.projectId !== projectId || environment.kind !== "custom") {
    return;
  }
  const isCreator = token.managesEnvironments && environment.creatorTokenId === token.id;
  const isItsPreviewToken = token.isPreview && token.environmentId === environment.id;
  if (!isCreator && !isItsPreviewToken) {
    throw new GatehouseError("not_environment_creator");
  }
  deleteEnvironment(draft, environment);
}

/** Throws `preview_environment_management_token_required`. */
export function requireManagementPermission(token: Token): void {
  if (!token.managesEnvironments) {
    throw new GatehouseError("preview_environment_management_token_required");
  }
}

/** Throws `organization_membership` or `project_membership` if the token's owner has left. */
export function requireMembership(state: State, projectId: number, token: Token): void {
  const organization = organizationOf(state, projectId);
  if (state.organizationMembers.get(organization.id)?.has(token.ownerId) !== true) {
    throw new GatehouseError("organization_membership");
  }
  if (state.projectMembers.get(projectId)?.has(token.ownerId) !== true) {
    throw new GatehouseError("project_membership");
  }
}
