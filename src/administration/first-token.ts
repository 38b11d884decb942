import { createToken, type NewToken } from "../commands/token-commands.ts";
import { ConfigError } from "../config/config-error.ts";
import { GatehouseError } from "../errors.ts";
import type { Draft } from "../model/draft.ts";
import { firstOwner } from "../model/first-owner.ts";
import { productionOf } from "../model/state-lookups.ts";
import type { Token } from "../model/token.ts";
import { hashToken } from "../secrets/token-value.ts";
import { projectNamed } from "./named.ts";

/**
 * The token that a hosted server starts with (DESIGN.md section 1): for Production of the first
 * project, with every right. Without a preset value one is made where there never was a token, and
 * its value is returned, to be shown this once. A preset value is ensured to be such a token, and
 * null returned, as whoever preset it knows it.
 *
 * Throws a ConfigError for a preset value that was revoked: revoking must outlast a restart, and
 * whoever still presets the value has to learn it. So too for one that is a token of elsewhere.
 */
export function ensureFirstToken(draft: Draft, presetValue: string | undefined): string | null {
  if (presetValue === undefined) {
    return draft.state.tokens.isEmpty()
      ? createToken(draft, described(draft, "First token")).value
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

function described({ state }: Draft, name: string): NewToken {
  return {
    environment: productionOf(state, projectNamed(state, undefined).id),
    name,
    access: "read_and_write",
    managesEnvironments: true,
    ownerId: firstOwner(state).id,
    isPreview: false,
  };
}

function createPreset(draft: Draft, value: string): void {
  try {
    createToken(draft, { ...described(draft, "GATEHOUSE_TOKEN"), value });
  } catch (error) {
    if (error instanceof GatehouseError) {
      throw new ConfigError(`GATEHOUSE_TOKEN cannot be made a token: ${error.message}`);
    }
    throw error;
  }
}

function ensureRights(draft: Draft, token: Token): void {
  const { environment, access, managesEnvironments } = described(draft, token.name);
  if (token.revokedAt !== null) {
    throw new ConfigError("GATEHOUSE_TOKEN holds a token that was revoked; preset another value");
  }
  if (token.environmentId !== environment.id) {
    throw new ConfigError("GATEHOUSE_TOKEN holds a token of another environment than Production");
  }
  if (token.access !== access || token.managesEnvironments !== managesEnvironments) {
    draft.record({ kind: "token.saved", token: { ...token, access, managesEnvironments } });
  }
}
