import type { PersonalTokens } from "../../app/sessions/personal-tokens.ts";
import type { SessionCookie } from "../../app/sessions/session-cookie.ts";
import type { Sessions } from "../../app/sessions/sessions.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { TokenCaller } from "../../core/model/caller.ts";
import type { State } from "../../core/model/state.ts";
import type { Credentials } from "../../core/secrets/credentials.ts";
import { isPersonalTokenValue } from "../../core/secrets/token-value.ts";
import type { Access } from "../common/access/access.ts";
import { mountableAccess } from "../common/access/mountable-access.ts";
import { programHeader } from "./contract/program-header.ts";
import type { Reader, ReaderGuard, ReadOnlyReason, TokenLevel } from "./reader.ts";

/** Other and longer values may be meant for a proxy in front of the server. */
const bearerToken = /^bearer +((?:gh_pat_|gatehouse_)\S{0,240}) *$/i;

const environmentTokenHeader = "flipper-cloud-token";

const signedOut: Reader = { role: null, signedIn: null, token: null, hasData: false };

interface HostedGuardOptions {
  readonly sessions: Sessions;
  readonly personalTokens: PersonalTokens;
  /** Admits tokens of environments, which `environmentToken` finds in a request. */
  readonly environmentAccess: Access<TokenCaller>;
  /** Undefined if nobody can sign in; cookies are then ignored. */
  readonly cookie: SessionCookie | undefined;
  readonly readOnly: ReadOnlyReason;
  /** Called with the hash of the personal token of each request; may refuse it. */
  readonly onPersonalToken?: ((hash: string) => void) | undefined;
  /** Whether the browser shows the page over https. */
  readonly isSecure: (request: Request) => boolean;
  /** Resolves when the state of sessions is current; undefined if it always is. */
  readonly catchUp?: (() => Promise<void>) | undefined;
}

/**
 * The guard of the hosted deployment. It checks the token of an environment or of a person, otherwise
 * the session of the cookie.
 */
export function hostedGuard(options: HostedGuardOptions): ReaderGuard {
  const { sessions, personalTokens, cookie, readOnly, isSecure, catchUp } = options;
  const { environmentAccess } = options;
  // Another site of the domain could set a cookie without the prefix, so it counts over plain http
  // only. A cookie with the prefix may have an ended session: earlier versions set it on this
  // machine.
  const valuesOf = (request: Request) =>
    (isSecure(request) ? [true] : [false, true])
      .map((hasPrefix) => cookie?.read(request, hasPrefix))
      .filter((value) => value !== undefined);
  const findSession = (values: readonly string[]) =>
    values.map((value) => sessions.find(value)).find((found) => found !== undefined);
  const find = (request: Request) => {
    const token = personalToken(request);
    return token === undefined ? findSession(valuesOf(request)) : personalTokens.find(token);
  };
  const hasCredentials = (request: Request) =>
    personalToken(request) !== undefined || valuesOf(request).length > 0;
  return {
    readOnly,
    isProgram: (request) =>
      personalToken(request) !== undefined || environmentToken(request) !== "",
    news: (request) =>
      catchUp === undefined || !hasCredentials(request) || find(request) !== undefined
        ? undefined
        : catchUp(),
    stillAdmits({ token, signedIn }, request) {
      if (token !== null) {
        return environmentAccess.stillAdmits(token);
      }
      return signedIn !== null && "token" in signedIn
        ? personalTokens.isValid(signedIn.token)
        : find(request) !== undefined;
    },
    reader(request, level) {
      if (environmentToken(request) !== "") {
        return { ...signedOut, token: tokenCaller(environmentAccess, request, level) };
      }
      const found = find(request);
      if (found !== undefined) {
        if ("token" in found) {
          options.onPersonalToken?.(found.token.hash);
        }
        return { ...signedOut, role: readOnly === null ? found.role : "viewer", signedIn: found };
      }
      if (personalToken(request) !== undefined) {
        throw new GatehouseError("token_invalid", {
          message:
            "This is not a valid personal token: it was revoked, has expired, or is of another kind",
        });
      }
      return signedOut;
    },
  };
}

/**
 * The token of an environment in a request; empty without one. As in the Flipper API it may be in
 * `Flipper-Cloud-Token`, which takes precedence.
 */
export function environmentToken(request: Request): string {
  const bearer = bearerIn(request);
  const isOther = bearer === undefined || isPersonalTokenValue(bearer);
  return request.headers.get(environmentTokenHeader) ?? (isOther ? "" : bearer);
}

function personalToken(request: Request): string | undefined {
  const bearer = bearerIn(request);
  return bearer !== undefined && isPersonalTokenValue(bearer) ? bearer : undefined;
}

function bearerIn({ headers }: Request): string | undefined {
  return bearerToken.exec(headers.get("authorization") ?? "")?.[1];
}

/** Throws `token_invalid` and, for a route that it may not call, `environment_token_refused`. */
function tokenCaller(
  access: Access<TokenCaller>,
  request: Request,
  level: TokenLevel | undefined,
): TokenCaller {
  if (level === undefined) {
    access.evaluator(request);
    throw new GatehouseError("environment_token_refused");
  }
  return access[level](request);
}

/**
 * The guard of the administration socket. Access to it is access to the data, so the caller has all
 * rights.
 */
export const ownerGuard: ReaderGuard = {
  readOnly: null,
  hasData: true,
  isProgram: () => true,
  stillAdmits: () => true,
  reader: () => ({ ...signedOut, role: "owner", hasData: true }),
};

interface MountableGuardOptions {
  readonly state: () => State;
  readonly credentials: Credentials | undefined;
  readonly readOnly: ReadOnlyReason;
}

/** The guard of the mountable deployment, which is as public as its API. */
export function mountableGuard({
  state,
  credentials,
  readOnly,
}: MountableGuardOptions): ReaderGuard {
  const access = mountableAccess(state, credentials);
  const roleOf = (request: Request) => {
    if (readOnly === null) {
      return "admin";
    }
    // The Flipper API lets programs change features even if the UI is read-only.
    return isOtherProgram(request) ? "member" : "viewer";
  };
  return {
    readOnly,
    stillAdmits: () => true,
    isProgram: isOtherProgram,
    reader(request) {
      access.reader(request);
      return { ...signedOut, role: roleOf(request) };
    },
  };
}

/** A page of another site cannot send this header, and the pages of this server do not. */
function isOtherProgram({ headers }: Request): boolean {
  return headers.has(programHeader) && !headers.has("origin") && !headers.has("sec-fetch-site");
}
