import { describe, expect, test } from "bun:test";
import { createEnvironment } from "../../../src/app/commands/environment-commands.ts";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import { setPlan } from "../../../src/app/commands/plan-commands.ts";
import { createToken, revokeToken } from "../../../src/app/commands/token-commands.ts";
import { ensureFirstToken } from "../../../src/cli/administration/first-token.ts";
import { ConfigError } from "../../../src/config/config-error.ts";
import { Draft } from "../../../src/core/model/draft.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import { firstOwner } from "../../../src/core/model/first-owner.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import type { Token } from "../../../src/core/model/token.ts";
import { hashToken } from "../../../src/core/secrets/token-value.ts";

const preset = "a-preset-value-of-tests";

function started(): Draft {
  const draft = new Draft(emptyState, 1_000);
  firstStart(draft);
  return new Draft(draft.state, 2_000);
}

function tokenOf(state: State, value: string): Token | undefined {
  return state.tokens.get(hashToken(value));
}

const everyRight = {
  environmentId: 1,
  access: "read_and_write",
  managesEnvironments: true,
  ownerId: 1,
  isPreview: false,
  revokedAt: null,
} as const;

describe("without a preset value", () => {
  test("the first start creates a token with all rights in Production, and returns its value", () => {
    const draft = started();
    const value = ensureFirstToken(draft, undefined) ?? "";
    expect(tokenOf(draft.state, value)).toMatchObject({ ...everyRight, createdAt: 2_000 });
    expect(draft.changes.map(({ kind }) => kind)).toEqual(["act.recorded", "token.saved"]);
    expect(JSON.stringify(draft.changes)).not.toContain(value);
  });

  test("later starts create none, not even after all tokens were revoked", () => {
    const draft = started();
    const value = ensureFirstToken(draft, undefined) ?? "";
    const token = tokenOf(draft.state, value);
    const later = new Draft(draft.state, 3_000);
    expect(ensureFirstToken(later, undefined)).toBeNull();
    revokeToken(later, token ?? expect.unreachable());
    const changes = later.changes.length;
    expect(ensureFirstToken(later, undefined)).toBeNull();
    expect(later.changes).toHaveLength(changes);
  });
});

describe("a preset value", () => {
  test("becomes a token once, and is not returned", () => {
    const draft = started();
    expect(ensureFirstToken(draft, preset)).toBeNull();
    expect(tokenOf(draft.state, preset)).toMatchObject(everyRight);
    const later = new Draft(draft.state, 3_000);
    expect(ensureFirstToken(later, preset)).toBeNull();
    expect(later.changes).toEqual([]);
    // Another value is another token; the first one stays until it is revoked.
    expect(ensureFirstToken(later, `${preset}-2`)).toBeNull();
    expect(later.state.tokens.size).toBe(2);
  });

  test("of a token with fewer rights gives the token all rights", () => {
    const draft = started();
    const production = draft.state.productions.first() ?? expect.unreachable();
    createToken(draft, {
      environment: production,
      name: "narrow",
      access: "read_only",
      managesEnvironments: false,
      ownerId: firstOwner(draft.state).id,
      isPreview: false,
      value: preset,
    });
    expect(ensureFirstToken(draft, preset)).toBeNull();
    expect(tokenOf(draft.state, preset)).toMatchObject({ ...everyRight, name: "narrow" });
    expect(draft.state.tokens.size).toBe(1);
  });

  test("that was revoked, is of another environment or exceeds the limit ends the start", () => {
    const revoked = started();
    ensureFirstToken(revoked, preset);
    revokeToken(revoked, tokenOf(revoked.state, preset) ?? expect.unreachable());

    const elsewhere = started();
    const environment = createEnvironment(elsewhere, {
      projectId: 1,
      name: "Other",
      slug: "other",
      kind: "custom",
      creatorTokenId: null,
    });
    const described = { name: "x", access: "read_and_write", managesEnvironments: true } as const;
    createToken(elsewhere, {
      ...described,
      environment,
      ownerId: 1,
      isPreview: false,
      value: preset,
    });

    const full = started();
    const limits = { tokensPerEnvironmentMax: 1 };
    setPlan(full, firstOrganization(full.state), "self_hosted", limits);
    ensureFirstToken(full, undefined);

    for (const [draft, reason] of [
      [revoked, "GATEHOUSE_TOKEN holds a revoked token; set another value"],
      [elsewhere, "GATEHOUSE_TOKEN holds a token of another environment, not of Production"],
      [
        full,
        "GATEHOUSE_TOKEN cannot be used as a token: The environment has reached its limit of active tokens",
      ],
    ] as const) {
      const changes = draft.changes.length;
      expect(() => ensureFirstToken(draft, preset)).toThrow(new ConfigError(reason));
      expect(reason).not.toContain(preset);
      expect(draft.changes).toHaveLength(changes);
    }
  });
});
