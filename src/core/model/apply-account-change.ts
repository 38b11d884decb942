import type { AccountChange } from "./change.ts";
import type { State } from "./state.ts";

/** The state after a change of members' credentials. The given state stays unchanged. */
export function applyAccountChange(state: State, change: AccountChange): State {
  switch (change.kind) {
    case "password.saved": {
      const { password } = change;
      return { ...state, passwords: state.passwords.set(password.userId, password) };
    }
    case "sign_in_link.saved": {
      const { link } = change;
      const others = state.signInLinks.filterNot(ofUser(link.userId));
      return { ...state, signInLinks: others.set(link.hash, link) };
    }
    case "sign_in_link.removed":
      return { ...state, signInLinks: state.signInLinks.filterNot(ofUser(change.userId)) };
    case "session.saved": {
      const { session } = change;
      return { ...state, sessions: state.sessions.set(session.hash, session) };
    }
    case "sessions.ended":
      return { ...state, sessions: state.sessions.deleteAll(change.hashes) };
    case "passkey.saved": {
      const { passkey } = change;
      return { ...state, passkeys: state.passkeys.set(passkey.id, passkey) };
    }
    case "passkey.removed":
      return { ...state, passkeys: state.passkeys.delete(change.passkeyId) };
    case "personal_token.saved": {
      const { token } = change;
      return { ...state, personalTokens: state.personalTokens.set(token.hash, token) };
    }
    case "personal_tokens.removed":
      return { ...state, personalTokens: state.personalTokens.deleteAll(change.hashes) };
    case "credentials.removed": {
      const isTheirs = ofUser(change.userId);
      return {
        ...state,
        passwords: state.passwords.delete(change.userId),
        signInLinks: state.signInLinks.filterNot(isTheirs),
        sessions: state.sessions.filterNot(isTheirs),
        passkeys: state.passkeys.filterNot(isTheirs),
        personalTokens: state.personalTokens.filterNot(isTheirs),
      };
    }
  }
}

function ofUser(id: number): (entity: { readonly userId: number }) => boolean {
  return ({ userId }) => userId === id;
}
