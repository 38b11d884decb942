import type { Draft } from "../../core/model/draft.ts";
import type { Organization } from "../../core/model/project.ts";
import type { User } from "../../core/model/user.ts";
import { addMember, type NewMember } from "./member-commands.ts";
import { type IssuedLink, issueSignInLink } from "./sign-in-link-commands.ts";

export interface Invitation {
  readonly user: User;
  /** Null for a member who already has a password, and on servers without sign-in. */
  readonly issued: IssuedLink | null;
}

/**
 * As `addMember`, with a link for a member without a password, which replaces an older link.
 * `withLink` is false on servers without sign-in.
 */
export function inviteMember(
  draft: Draft,
  organization: Organization,
  member: NewMember,
  { withLink }: { readonly withLink: boolean } = { withLink: true },
): Invitation {
  const user = addMember(draft, organization, member);
  const needsLink = withLink && !draft.state.passwords.has(user.id);
  return { user, issued: needsLink ? issueSignInLink(draft, user) : null };
}
