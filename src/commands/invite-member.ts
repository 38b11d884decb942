import type { Draft } from "../model/draft.ts";
import type { Organization } from "../model/project.ts";
import type { User } from "../model/user.ts";
import { addMember, type NewMember } from "./member-commands.ts";
import { type IssuedLink, issueSignInLink } from "./sign-in-link-commands.ts";

export interface Invitation {
  readonly user: User;
  /** Null for a member who has a password already. */
  readonly issued: IssuedLink | null;
}

/** As `addMember`, with a link for a member without a password, which replaces an older link. */
export function inviteMember(
  draft: Draft,
  organization: Organization,
  member: NewMember,
): Invitation {
  const user = addMember(draft, organization, member);
  const issued = draft.state.passwords.has(user.id) ? null : issueSignInLink(draft, user);
  return { user, issued };
}
