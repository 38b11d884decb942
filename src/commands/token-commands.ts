import { GatehouseError } from "../errors.ts";
import type { Draft } from "../model/draft.ts";
import type { Environment } from "../model/environment.ts";
import { limitsOf } from "../model/plan.ts";
import { organizationOf } from "../model/project-organization.ts";
import type { State } from "../model/state.ts";
import type { Token } from "../model/token.ts";
import { hashToken, newTokenValue } from "../secrets/token-value.ts";

export interface NewToken
  extends Pick<Token, "name" | "access" | "managesEnvironments" | "ownerId" | "isPreview"> {
  readonly environment: Environment;
  /** A value chosen outside; a random one unless given. */
  readonly value?: string;
}

/** Makes a token; its value is known only here. Throws `token_limit` (SPEC.md 8). */
export function createToken(
  draft: Draft,
  { environment, value = newTokenValue(), ...described }: NewToken,
): { readonly token: Token; readonly value: string } {
  refuseOverLimit(draft.state, environment);
  const token: Token = {
    ...described,
    id: draft.nextId("token"),
    environmentId: environment.id,
    hash: hashToken(value),
    createdAt: draft.now,
    revokedAt: null,
  };
  draft.record({ kind: "token.saved", token });
  return { token, value };
}

/** The token is refused from the next request on; revoking it again changes nothing. */
export function revokeToken(draft: Draft, token: Token): void {
  if (token.revokedAt === null) {
    draft.record({ kind: "token.saved", token: { ...token, revokedAt: draft.now } });
  }
}

function refuseOverLimit(state: State, environment: Environment): void {
  const { plan, planOverrides } = organizationOf(state, environment.projectId);
  const active = state.tokens.count(
    (token) => token.environmentId === environment.id && token.revokedAt === null,
  );
  if (active >= limitsOf(plan, planOverrides).tokensPerEnvironmentMax) {
    throw new GatehouseError("token_limit");
  }
}
