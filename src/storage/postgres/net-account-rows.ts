import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import type { WrittenRows } from "./written-rows.ts";

/** The rows of members' credentials that a batch writes. */
export class NetAccountRows {
  readonly #passwords = new Set<number>();
  /** The hash of a user's latest link; null if it was removed. */
  readonly #links = new Map<number, string | null>();
  readonly #sessions = new Set<string>();
  readonly #passkeys = new Set<string>();
  readonly #personalTokens = new Set<string>();
  readonly #credentials = new Set<number>();

  apply(change: Change): void {
    switch (change.kind) {
      case "password.saved":
        this.#passwords.add(change.password.userId);
        break;
      case "sign_in_link.saved":
        this.#links.set(change.link.userId, change.link.hash);
        break;
      case "sign_in_link.removed":
        this.#links.set(change.userId, null);
        break;
      case "session.saved":
        this.#sessions.add(change.session.hash);
        break;
      case "sessions.ended":
        for (const hash of change.hashes) {
          this.#sessions.add(hash);
        }
        break;
      case "passkey.saved":
        this.#passkeys.add(change.passkey.id);
        break;
      case "passkey.removed":
        this.#passkeys.add(change.passkeyId);
        break;
      case "personal_token.saved":
        this.#personalTokens.add(change.token.hash);
        break;
      case "personal_tokens.removed":
        for (const hash of change.hashes) {
          this.#personalTokens.add(hash);
        }
        break;
      case "credentials.removed":
        this.#credentials.add(change.userId);
        break;
      default:
        break;
    }
  }

  *rows(after: State): WrittenRows {
    for (const user_id of this.#credentials) {
      yield ["credentials removed", { user_id }];
      yield ["personal tokens of users removed", { user_id }];
    }
    for (const userId of this.#passwords) {
      const password = after.passwords.get(userId);
      if (password !== undefined) {
        const { hash, changedAt } = password;
        yield ["passwords", { user_id: userId, hash, changed_at: changedAt }];
      }
    }
    yield* this.#linkRows(after);
    yield* this.#sessionRows(after);
    yield* this.#passkeyRows(after);
    yield* this.#personalTokenRows(after);
  }

  *#linkRows(after: State): WrittenRows {
    for (const [userId, saved] of this.#links) {
      const link = saved === null ? undefined : after.signInLinks.get(saved);
      if (link?.userId === userId) {
        const { hash, createdAt, expiresAt } = link;
        const times = { created_at: createdAt, expires_at: expiresAt };
        yield ["links", { user_id: userId, hash, ...times }];
      } else {
        yield ["links removed", { user_id: userId }];
      }
    }
  }

  *#sessionRows(after: State): WrittenRows {
    for (const hash of this.#sessions) {
      const session = after.sessions.get(hash);
      if (session === undefined) {
        yield ["sessions removed", { hash }];
      } else {
        const { userId, createdAt, seenAt, userAgent, ...shared } = session;
        const times = { created_at: createdAt, seen_at: seenAt };
        yield ["sessions", { ...shared, ...times, user_id: userId, user_agent: userAgent }];
      }
    }
  }

  *#passkeyRows(after: State): WrittenRows {
    for (const id of this.#passkeys) {
      const passkey = after.passkeys.get(id);
      if (passkey === undefined) {
        yield ["passkeys removed", { id }];
      } else {
        const { userId, publicKey, createdAt, lastUsedAt, transports, ...shared } = passkey;
        yield [
          "passkeys",
          {
            ...shared,
            user_id: userId,
            public_key: publicKey,
            created_at: createdAt,
            last_used_at: lastUsedAt,
            transports: JSON.stringify(transports),
          },
        ];
      }
    }
  }

  *#personalTokenRows(after: State): WrittenRows {
    for (const hash of this.#personalTokens) {
      const token = after.personalTokens.get(hash);
      if (token === undefined) {
        yield ["personal tokens removed", { hash }];
      } else {
        const { userId, createdAt, expiresAt, lastUsedAt, ...shared } = token;
        const times = { created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
        yield ["personal tokens", { ...shared, ...times, user_id: userId }];
      }
    }
  }
}
