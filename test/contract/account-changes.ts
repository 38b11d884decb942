import type { Map as ImmutableMap } from "immutable";
import type { AccountChange } from "../../src/core/model/change.ts";
import type { State } from "../../src/core/model/state.ts";
import * as noun from "./sample-entities.ts";

interface PlannedAccountChange {
  readonly kind: AccountChange["kind"];
  readonly userId: number;
  readonly name: string;
  /** Random numbers. */
  readonly picks: readonly number[];
}

const personalTokensMax = 8;

/** The change of a plan for what members sign in with; random sequences of changes use it. */
export function accountChange(
  state: State,
  { kind, userId, name, picks: [, pick = 0, at = 0] }: PlannedAccountChange,
): AccountChange {
  // Of a few ids and hashes, so that later changes meet earlier ones.
  const key = String(pick % 5);
  switch (kind) {
    case "password.saved":
      return { kind, password: noun.password(userId, { hash: name, changedAt: at }) };
    case "sign_in_link.saved":
      return { kind, link: noun.link(userId, { hash: `${userId} ${key}`, createdAt: at }) };
    case "session.saved": {
      const known = state.sessions.get(`session-${key}`);
      const session = known ?? noun.session(key, { userId, userAgent: name });
      return { kind, session: { ...session, seenAt: at } };
    }
    case "passkey.saved": {
      const known = state.passkeys.get(key) ?? noun.passkey(key, { userId });
      return { kind, passkey: { ...known, name, counter: at, lastUsedAt: at } };
    }
    case "sessions.ended":
      return { kind, hashes: someKeys(state.sessions, pick) };
    case "passkey.removed":
      return { kind, passkeyId: key };
    case "personal_token.saved": {
      // A hash is one token for ever: it comes back for no other user and with no other name.
      const nth = `${key}-${userId}-${Bun.hash.crc32(name)}`;
      const known = state.personalTokens.valueSeq().get(pick % personalTokensMax);
      const environmentIds = pick % 2 === 0 ? [1, pick] : null;
      const limits = { approves: pick % 3 === 0, environmentIds };
      const token = known ?? noun.personalToken(nth, { userId, name, ...limits });
      return { kind, token: { ...token, lastUsedAt: at } };
    }
    case "personal_tokens.removed":
      return { kind, hashes: someKeys(state.personalTokens, pick) };
    case "sign_in_link.removed":
    case "credentials.removed":
      return { kind, userId };
  }
}

/** Every other key of a map, and one that it does not have. */
export function someKeys(values: ImmutableMap<string, unknown>, pick: number): readonly string[] {
  return [...[...values.keys()].filter((_, index) => index % 2 === pick % 2), "none"];
}
