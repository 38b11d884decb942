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
  /** Whether the browser shows the page over https. */
  readonly isSecure: (request: Request) => boolean;
  /** Resolves when the newest sessions are known; missing if they always are. */
  readonly newestKnown?: (() => Promise<void>) | undefined;
}

/** The guard of the hosted deployment: the session of the cookie, and the member's role. */
export function hostedGuard(options: HostedGuardOptions): Guard {
  const { sessions, cookie, readOnly, isSecure, newestKnown } = options;
  // Another site of the domain could plant a cookie without the prefix, so it counts over plain http
  // only. An ended one with the prefix may be left there: earlier versions set it on this machine.
  const valuesOf = (request: Request) =>
    (isSecure(request) ? [true] : [false, true])
      .map((hasPrefix) => cookie.read(request, hasPrefix))
      .filter((value) => value !== undefined);
  const findSession = (values: readonly string[]) =>
    values.map((value) => sessions.find(value)).find((found) => found !== undefined);
  return {
    readOnly,
    news(request) {
      const values = newestKnown === undefined ? [] : valuesOf(request);
      return values.length === 0 || findSession(values) !== undefined ? undefined : newestKnown?.();
    },
    reader(request) {
      const found = findSession(valuesOf(request));
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
