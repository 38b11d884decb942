import { isLinkValid } from "../../core/model/account.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Organization } from "../../core/model/project.ts";
import type { Role } from "../../core/model/role.ts";
import type { User } from "../../core/model/user.ts";

/** A member of the organization, as lists of people show them. */
export interface Member {
  readonly user: User;
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly passkeys: number;
  /** When the member's link expires, in milliseconds since the epoch; null without a usable link. */
  readonly linkExpiresAt: number | null;
  /** The latest stored use of a session; null for a member who is not signed in. */
  readonly seenAt: number | null;
}

/** The members of the organization by id. */
export function membersOf(
  { state, now }: Pick<Draft, "state" | "now">,
  organization: Organization,
): readonly Member[] {
  const links = new Map(
    [...state.signInLinks.values()]
      .filter((link) => isLinkValid(link, now))
      .map(({ userId, expiresAt }) => [userId, expiresAt]),
  );
  const passkeys = state.passkeys.countBy(({ userId }) => userId);
  const seen = new Map<number, number>();
  for (const { userId, seenAt } of state.sessions.values()) {
    seen.set(userId, Math.max(seenAt, seen.get(userId) ?? 0));
  }
  return [...(state.organizationMembers.get(organization.id) ?? [])]
    .sort(([left], [right]) => left - right)
    .flatMap(([id, role]) => {
      const user = state.users.get(id);
      return user === undefined
        ? []
        : {
            user,
            role,
            hasPassword: state.passwords.has(id),
            passkeys: passkeys.get(id) ?? 0,
            linkExpiresAt: links.get(id) ?? null,
            seenAt: seen.get(id) ?? null,
          };
    });
}
