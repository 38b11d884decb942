import { type SessionOrigin, startSession } from "../../app/commands/session-commands.ts";
import { userOfLink } from "../../app/commands/sign-in-link-commands.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";

export interface LinkSignIn extends SessionOrigin {
  readonly code: string;
  /** The value of the cookie of the session that starts. */
  readonly cookieValue: string;
}

/** Uses a link: the link ends, and a session of its person starts, without a password. Throws `link_invalid`. */
export function signInWithLink(draft: Draft, { code, ...session }: LinkSignIn): void {
  const user = userOfLink(draft, code);
  if (user === undefined) {
    throw new GatehouseError("link_invalid");
  }
  draft.author ??= `User ${user.id}`;
  draft.record({ kind: "sign_in_link.removed", userId: user.id });
  startSession(draft, { ...session, method: "link", userId: user.id });
}
