import { mountableAccess } from "../flipper-api/access/mountable-access.ts";
import type { State } from "../model/state.ts";
import type { Credentials } from "../secrets/credentials.ts";
import type { SessionCookie } from "../sessions/session-cookie.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Guard, Reader, ReadOnlyReason } from "./reader.ts";

const signedOut: Reader = { role: null, signedIn: null };

interface HostedGuardOptions {
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly readOnly: ReadOnlyReason;
  /** Whether the page is one whose browser keeps a `Secure` cookie. */
  readonly isSecure: (request: Request) => boolean;
  /** Resolves when the newest sessions are known; missing if they always are. */
  readonly newestKnown?: (() => Promise<void>) | undefined;
}

/** The guard of the hosted deployment: the session of the cookie, and the member's role. */
export function hostedGuard(options: HostedGuardOptions): Guard {
  const { sessions, cookie, readOnly, isSecure, newestKnown } = options;
  // Another site of the domain could plant a cookie without the prefix, so it counts only where the
  // browser keeps no other.
  const cookieValue = (request: Request) =>
    cookie.read(request, true) ?? (isSecure(request) ? undefined : cookie.read(request, false));
  return {
    readOnly,
    news(request) {
      const value = newestKnown === undefined ? undefined : cookieValue(request);
      return value === undefined || sessions.find(value) !== undefined
        ? undefined
        : newestKnown?.();
    },
    reader(request) {
      const value = cookieValue(request);
      const found = value === undefined ? undefined : sessions.find(value);
      if (found === undefined) {
        return signedOut;
      }
      return { role: readOnly === null ? found.role : "viewer", signedIn: found };
    },
  };
}

interface MountableGuardOptions {
  readonly state: () => State;
  readonly credentials: Credentials | undefined;
  readonly readOnly: ReadOnlyReason;
}

/** The guard of the mountable deployment, which is as open as its API. */
export function mountableGuard({ state, credentials, readOnly }: MountableGuardOptions): Guard {
  const access = mountableAccess(state, credentials);
  const reader: Reader = { role: readOnly === null ? "admin" : "viewer", signedIn: null };
  return {
    readOnly,
    reader(request) {
      access.reader(request);
      return reader;
    },
  };
}
