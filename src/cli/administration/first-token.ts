import { createToken, type NewToken } from "../../app/commands/token-commands.ts";
import { ConfigError } from "../../config/config-error.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { firstProject } from "../../core/model/find-environment.ts";
import { firstOwner } from "../../core/model/first-owner.ts";
import type { State } from "../../core/model/state.ts";
import { productionOf } from "../../core/model/state-lookups.ts";
import type { Token } from "../../core/model/token.ts";
import { hashToken, newTokenValue } from "../../core/secrets/token-value.ts";

/**
 * Ensures the first token of a hosted server (docs/decisions.md#first-start): a token for Production
 * of the first project with all rights. Without a preset value, it creates a token if the data never
 * had one, and returns the new value. With a preset value, it creates the token with that value, or
 * gives the existing token all rights. It then returns null.
 *
 * Throws a ConfigError if the preset value belongs to a token of another environment or to a revoked
 * token. A revoked token must stay revoked after a restart.
 */
export function ensureFirstToken(
  draft: Draft,
  presetValue: string | undefined,
  newValue: string = newTokenValue(),
): string | null {
  if (presetValue === undefined) {
    return draft.state.tokens.isEmpty()
      ? createToken(draft, { ...firstTokenDetails(draft, "First token"), value: newValue }).value
      : null;
  }
  const known = draft.state.tokens.get(hashToken(presetValue));
  if (known === undefined) {
    createPreset(draft, presetValue);
  } else {
    ensureRights(draft, known);
  }
  return null;
}

function firstTokenDetails({ state }: Draft, name: string): NewToken {
  return {
    environment: firstProduction(state),
    name,
    access: "read_and_write",
    managesEnvironments: true,
    ownerId: firstOwner(state).id,
    isPreview: false,
  };
}

function firstProduction(state: State): Environment {
  const project = firstProject(state);
  if (project === undefined) {
    throw new Error("There is no project");
  }
  return productionOf(state, project.id);
}

function createPreset(draft: Draft, value: string): void {
  try {
    createToken(draft, { ...firstTokenDetails(draft, "GATEHOUSE_TOKEN"), value });
  } catch (error) {
    if (error instanceof GatehouseError) {
      throw new ConfigError(`GATEHOUSE_TOKEN cannot be used as a token: ${error.message}`);
    }
    throw error;
  }
}

function ensureRights(draft: Draft, token: Token): void {
  const { environment, access, managesEnvironments } = firstTokenDetails(draft, token.name);
  if (token.revokedAt !== null) {
    throw new ConfigError("GATEHOUSE_TOKEN holds a revoked token; set another value");
  }
  if (token.environmentId !== environment.id) {
    throw new ConfigError(
      "GATEHOUSE_TOKEN holds a token of another environment, not of Production",
    );
  }
  if (token.access !== access || token.managesEnvironments !== managesEnvironments) {
    draft.record({ kind: "token.saved", token: { ...token, access, managesEnvironments } });
  }
}
