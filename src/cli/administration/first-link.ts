import { issueSignInLink } from "../../app/commands/sign-in-link-commands.ts";
import { isLinkValid } from "../../core/model/account.ts";
import type { Draft } from "../../core/model/draft.ts";
import { firstOwner } from "../../core/model/first-owner.ts";

/**
 * Whether the web UI still needs a first owner: no owner has a password or a valid link. This is true
 * at the first start, with data of version 0.1, and after the link of a start has expired.
 */
export function needsFirstLink({ state, now }: Pick<Draft, "state" | "now">): boolean {
  const owners = new Set(
    [...state.organizationMembers.values()].flatMap((members) =>
      [...members].filter(([, role]) => role === "owner").map(([userId]) => userId),
    ),
  );
  const hasPassword = [...state.passwords.keys()].some((userId) => owners.has(userId));
  const hasLink = [...state.signInLinks.values()].some(
    (link) => owners.has(link.userId) && isLinkValid(link, now),
  );
  return !(hasPassword || hasLink);
}

/** Creates the link of the first owner with that code; false if it is no longer needed. */
export function ensureFirstLink(draft: Draft, code: string): boolean {
  if (!needsFirstLink(draft)) {
    return false;
  }
  issueSignInLink(draft, firstOwner(draft.state), code);
  return true;
}
