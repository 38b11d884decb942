import { GatehouseError } from "../errors.ts";
import { mountableAccess } from "../flipper-api/access/mountable-access.ts";
import type { State } from "../model/state.ts";
import type { Credentials } from "../secrets/credentials.ts";
import type { PersonalTokens } from "../sessions/personal-tokens.ts";
import type { SessionCookie } from "../sessions/session-cookie.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Guard, Reader, ReadOnlyReason } from "./reader.ts";

/** Other values of the header may be those of a proxy in front of the server. */
const bearerToken = /^bearer +((?:gh_pat_|gatehouse_)\S*) *$/i;

const signedOut: Reader = { role: null, signedIn: null };

interface HostedGuardOptions {
  readonly sessions: Sessions;
  readonly personalTokens: PersonalTokens;
  readonly cookie: SessionCookie;
  readonly readOnly: ReadOnlyReason;
  /** Whether the browser shows the page over https. */
  readonly isSecure: (request: Request) => boolean;
  /** Resolves when the newest sessions are known; missing if they always are. */
  readonly newestKnown?: (() => Promise<void>) | undefined;
}

/**
 * The guard of the hosted deployment: the personal token, or else the session of the cookie, and the
 * member's role.
 */
export function hostedGuard(options: HostedGuardOptions): Guard {
  const { sessions, personalTokens, cookie, readOnly, isSecure, newestKnown } = options;
  // Another site of the domain could plant a cookie without the prefix, so it counts over plain http
  // only. An ended one with the prefix may be left there: earlier versions set it on this machine.
  const valuesOf = (request: Request) =>
    (isSecure(request) ? [true] : [false, true])
      .map((hasPrefix) => cookie.read(request, hasPrefix))
      .filter((value) => value !== undefined);
  const findSession = (values: readonly string[]) =>
    values.map((value) => sessions.find(value)).find((found) => found !== undefined);
  const find = (request: Request) => {
    const token = tokenIn(request);
    return token === undefined ? findSession(valuesOf(request)) : personalTokens.find(token);
  };
  const hasCredentials = (request: Request) =>
    tokenIn(request) !== undefined || valuesOf(request).length > 0;
  return {
    readOnly,
    hasToken: (request) => tokenIn(request) !== undefined,
    news: (request) =>
      newestKnown === undefined || !hasCredentials(request) || find(request) !== undefined
        ? undefined
        : newestKnown(),
    reader(request) {
      const found = find(request);
      if (found !== undefined) {
        return { role: readOnly === null ? found.role : "viewer", signedIn: found };
      }
      if (tokenIn(request) !== undefined) {
        throw new GatehouseError("token_invalid", {
          message:
            "This is not a valid personal token: it was revoked, has expired, or is of another kind",
        });
      }
      return signedOut;
    },
  };
}

function tokenIn({ headers }: Request): string | undefined {
  return bearerToken.exec(headers.get("authorization") ?? "")?.[1];
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
