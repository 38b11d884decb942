import { GatehouseError } from "../../core/errors.ts";
import type { CallerSession } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { firstOrganization } from "../../core/model/first-organization.ts";
import type { Organization } from "../../core/model/project.ts";
import type { Role } from "../../core/model/role.ts";
import type { State } from "../../core/model/state.ts";
import type { User } from "../../core/model/user.ts";
import { isEmail, isPersonName } from "../../core/text/person-text.ts";
import { type Invitation, inviteMember } from "../commands/invite-member.ts";
import { normalizeEmail, removeMember, setName, userOfEmail } from "../commands/member-commands.ts";
import { type Member, membersOf } from "../commands/member-list.ts";
import { requireSession } from "../commands/require-session.ts";
import { setRole } from "../commands/role-commands.ts";
import { type IssuedLink, issueSignInLink } from "../commands/sign-in-link-commands.ts";
import type { Writer } from "../writer/writer.ts";

export interface InvitedPerson {
  readonly email: string;
  readonly name?: string | undefined;
  /** As for `addMember`. */
  readonly role?: Role | undefined;
}

interface AddOptions {
  /** Called for a person who is a member when the command runs; may throw. */
  readonly refuseKnown?: () => void;
  /** Whether a member without a password gets a link; true by default. */
  readonly withLink?: boolean;
  /** Runs in the same command. */
  readonly onAdded?: (draft: Draft, user: User) => void;
}

/**
 * The members of the organization, for the web UI: the equivalent of `gatehouse member` on the
 * command line. The caller's right is checked when the command runs.
 */
export class Members {
  readonly #writer: Writer;
  readonly #now: () => number;

  /** `now` returns milliseconds since the epoch. */
  constructor(writer: Writer, now: () => number) {
    this.#writer = writer;
    this.#now = now;
  }

  list(): readonly Member[] {
    const { state } = this.#writer;
    return membersOf({ state, now: this.#now() }, firstOrganization(state));
  }

  /** Throws `email_invalid`, `name_invalid` and `last_owner`. */
  add(
    by: CallerSession | null,
    { email, name, role }: InvitedPerson,
    { refuseKnown, withLink = true, onAdded }: AddOptions = {},
  ): Promise<Invitation> {
    if (!isEmail(email)) {
      throw new GatehouseError("email_invalid");
    }
    if (name !== undefined && !isPersonName(name)) {
      throw new GatehouseError("name_invalid");
    }
    return this.#submit(by, (draft) => {
      const organization = firstOrganization(draft.state);
      const known = userOfEmail(draft.state, email);
      if (known !== undefined && isMember(draft.state, organization, known.id)) {
        refuseKnown?.();
      }
      const member = { email: normalizeEmail(email), name, role };
      const invitation = inviteMember(draft, organization, member, { withLink });
      onAdded?.(draft, invitation.user);
      return invitation;
    });
  }

  /** Throws `member_not_found` and `last_owner`. */
  setRole(by: CallerSession | null, userId: number, role: Role): Promise<void> {
    return this.#submit(by, (draft) =>
      setRole(draft, firstOrganization(draft.state), requireUser(draft, userId), role),
    );
  }

  /** Changes the caller's own name. Throws `name_invalid`. */
  setOwnName(by: CallerSession, name: string): Promise<void> {
    if (!isPersonName(name)) {
      throw new GatehouseError("name_invalid");
    }
    return this.#submit(by, (draft) => setName(draft, requireUser(draft, by.userId), name));
  }

  /** Throws `member_not_found` and `last_owner`. */
  remove(by: CallerSession | null, userId: number): Promise<void> {
    return this.#submit(by, (draft) =>
      removeMember(draft, firstOrganization(draft.state), requireUser(draft, userId)),
    );
  }

  /** A new link for a member, to set another password. Throws `member_not_found`. */
  resetLink(by: CallerSession | null, userId: number): Promise<IssuedLink> {
    return this.#submit(by, (draft) => issueSignInLink(draft, requireUser(draft, userId)));
  }

  #submit<Answer>(by: CallerSession | null, work: (draft: Draft) => Answer): Promise<Answer> {
    return this.#writer.submit((draft) => {
      requireSession(draft, by);
      return work(draft);
    });
  }
}

/** The member with that id. Throws `member_not_found`. */
function requireUser({ state }: Draft, userId: number): User {
  const user = state.users.get(userId);
  if (!isMember(state, firstOrganization(state), userId) || user === undefined) {
    throw new GatehouseError("member_not_found");
  }
  return user;
}

function isMember({ organizationMembers }: State, { id }: Organization, userId: number): boolean {
  return organizationMembers.get(id)?.has(userId) === true;
}
