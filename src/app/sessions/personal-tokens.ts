import { GatehouseError } from "../../core/errors.ts";
import type { CallerSession } from "../../core/model/caller.ts";
import { roleOf } from "../../core/model/member-role.ts";
import {
  isPersonalTokenValid,
  type PersonalToken,
  personalTokenDaysDefault,
  roleInScope,
} from "../../core/model/personal-token.ts";
import type { Role } from "../../core/model/role.ts";
import type { User } from "../../core/model/user.ts";
import { hashToken, isMistypedPersonalToken } from "../../core/secrets/token-value.ts";
import { dayMs, hourMs } from "../../core/time-units.ts";
import {
  type CreatedPersonalToken,
  createPersonalToken,
  markPersonalTokenUsed,
  type NewPersonalToken,
  personalTokensOf,
  removePersonalToken,
} from "../commands/personal-token-commands.ts";
import { requireSession } from "../commands/require-session.ts";
import type { Writer } from "../writer/writer.ts";

/** The valid personal token of a request. */
export interface FoundPersonalToken {
  readonly token: PersonalToken;
  readonly user: User;
  /** The role that both the scope of the token and the role of the person allow. */
  readonly role: Role;
}

/** A token to create; it expires after `personalTokenDaysDefault` unless `days` says otherwise. */
type DescribedToken = Omit<NewPersonalToken, "userId" | "expiresAt"> & {
  readonly days?: number | undefined;
};

/** Bounds memory: removed tokens stay here until then. */
const usedMax = 10_000;

/**
 * The tokens of programs that act with the rights of their person
 * (docs/security.md#personal-tokens).
 */
export class PersonalTokens {
  readonly #writer: Writer;
  /** Milliseconds since the epoch. */
  readonly #now: () => number;
  /** By the token's hash: the latest use that was sent to the storage. */
  readonly #used = new Map<string, number>();

  constructor(writer: Writer, now: () => number) {
    this.#writer = writer;
    this.#now = now;
  }

  /**
   * The token of a value; undefined if it is unknown or expired, or its user is no longer a member.
   * Counts as a use of the token.
   */
  find(value: string): FoundPersonalToken | undefined {
    const found = isMistypedPersonalToken(value) ? undefined : this.#valid(hashToken(value));
    if (found !== undefined) {
      this.#touch(found.token);
    }
    return found;
  }

  /** Whether a token is still valid; not a use of the token. */
  isValid({ hash }: PersonalToken): boolean {
    return this.#valid(hash) !== undefined;
  }

  #valid(hash: string): FoundPersonalToken | undefined {
    const { state } = this.#writer;
    const token = state.personalTokens.get(hash);
    if (token === undefined || !isPersonalTokenValid(token, this.#now())) {
      return undefined;
    }
    const user = state.users.get(token.userId);
    const role = roleOf(state, token.userId);
    return user === undefined || role === undefined
      ? undefined
      : { token, user, role: roleInScope(role, token.scope) };
  }

  /** A user's tokens, also expired ones; latest first. */
  list(userId: number): readonly PersonalToken[] {
    return personalTokensOf(this.#writer.state, userId);
  }

  /** Throws `personal_token_limit` and `session_ended`. */
  create(by: CallerSession, described: DescribedToken): Promise<CreatedPersonalToken> {
    return this.createFor(by, by.userId, described);
  }

  /** As `create`, for another member. Throws `member_not_found` too. */
  createFor(
    by: CallerSession | null,
    userId: number,
    { days = personalTokenDaysDefault, ...described }: DescribedToken,
  ): Promise<CreatedPersonalToken> {
    return this.#writer.submit((draft) => {
      requireSession(draft, by);
      if (roleOf(draft.state, userId) === undefined) {
        throw new GatehouseError("member_not_found");
      }
      const expiresAt = draft.now + days * dayMs;
      return createPersonalToken(draft, { ...described, userId, expiresAt });
    });
  }

  /**
   * The next request with the token of the user is refused. Throws `token_not_found` and
   * `session_ended`.
   */
  async revoke(by: CallerSession | null, id: string, userId: number): Promise<void> {
    await this.#writer.submit((draft) => {
      requireSession(draft, by);
      removePersonalToken(draft, userId, id);
    });
  }

  /** Stores the use of a token if the stored one is an hour old. */
  #touch({ hash, lastUsedAt }: PersonalToken): void {
    const usedAt = this.#now();
    if (usedAt - Math.max(lastUsedAt ?? 0, this.#used.get(hash) ?? 0) < hourMs) {
      return;
    }
    if (this.#used.size >= usedMax) {
      this.#used.clear();
    }
    this.#used.set(hash, usedAt);
    // The writer reports a failed commit; a use an hour later is stored again.
    this.#writer
      .submit((draft) => markPersonalTokenUsed(draft, hash, usedAt))
      .catch(() => undefined);
  }
}
