import { environmentRolesOf } from "../../../app/commands/environment-role-commands.ts";
import { needsSetUp } from "../../../app/commands/sign-in-link-commands.ts";
import type { RequestFacts } from "../../../app/sessions/request-facts.ts";
import type { FoundSession, SignedIn } from "../../../app/sessions/sessions.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { isProviderSession, isSessionProven } from "../../../core/model/account.ts";
import { roleOf } from "../../../core/model/member-role.ts";
import { personOf } from "../../../core/model/person.ts";
import type { SessionAnswer } from "../contract/session-models.ts";
import { jsonAnswer } from "../json-answers.ts";
import { type Reader, sessionOf } from "../reader.ts";
import { canUsePasskeys, isSecurePage, requestFacts } from "./browser-site.ts";
import type { UiAccounts, UiDependencies } from "./ui-dependencies.ts";

export function requireAccounts({ accounts }: Pick<UiDependencies, "accounts">): UiAccounts {
  if (accounts === undefined) {
    throw new Error("The mountable deployment has no accounts");
  }
  return accounts;
}

/** Throws `signed_out` and `session_required`. */
export function requireSignedIn(reader: Pick<Reader, "signedIn">): FoundSession {
  const found = sessionOf(reader);
  if (found === null) {
    throw new GatehouseError("signed_out");
  }
  return found;
}

export function signInFacts(
  { accounts, publicUrl }: UiDependencies,
  request: Request,
  address: string,
): RequestFacts {
  return requestFacts(request, address, { ...requireAccounts({ accounts }), publicUrl });
}

interface SignInRequest {
  readonly request: Request;
  readonly facts: RequestFacts;
}

/** The answer to a sign-in, with the cookies of the session and of the known browser. */
export function signedInAnswer(
  deps: UiDependencies,
  { cookieValue, session, user }: SignedIn,
  { request, facts }: SignInRequest,
): Response {
  const { cookie, sessions } = requireAccounts(deps);
  const isSecure = isSecurePage(request, deps);
  const role = roleOf(deps.services.writer.state, user.id);
  const reader: Reader = {
    role: role === undefined ? null : deps.readOnly === null ? role : "viewer",
    signedIn: role === undefined ? null : { session, user, role },
    token: null,
    hasData: false,
  };
  const answer = jsonAnswer(sessionAnswer(deps, reader, request), {
    "set-cookie": cookie.set(cookieValue, isSecure),
  });
  const remembered = sessions.remembered(user.id, facts);
  if (remembered !== undefined) {
    answer.headers.append("set-cookie", cookie.setKnownBrowser(remembered, isSecure));
  }
  return answer;
}

export function sessionAnswer(
  deps: UiDependencies,
  reader: Reader,
  request: Request,
): SessionAnswer {
  const { role } = reader;
  const signedIn = sessionOf(reader);
  const { state } = deps.services.writer;
  return {
    mode: deps.accounts === undefined ? "mountable" : "hosted",
    user: signedIn === null ? null : personOf(state, signedIn.user.id),
    role,
    environmentRoles:
      signedIn === null || role === null || role === "owner" || deps.readOnly !== null
        ? []
        : environmentRolesOf(state, signedIn.user.id).map(({ environmentId, role: there }) => ({
            environmentId,
            role: there,
          })),
    readOnly: deps.readOnly,
    signOn: shownProvider(deps, signedIn),
    isProven: signedIn === null || isSessionProven(signedIn.session, deps.now()),
    canUsePasskeys: deps.accounts !== undefined && canUsePasskeys(request, deps),
    needsSetUp: deps.accounts !== undefined && role === null && needsSetUp(state),
    version: deps.version,
    apiPath: deps.apiPath,
    docsUrl: deps.docsUrl,
    newestEvent: role === null ? "" : deps.newestEvent(),
  };
}

function shownProvider(
  { accounts }: UiDependencies,
  signedIn: FoundSession | null,
): SessionAnswer["signOn"] {
  return accounts?.signOn === undefined
    ? null
    : {
        provider: new URL(accounts.signOn.issuer).hostname,
        isOnly: accounts.isProviderOnly,
        isUsed: signedIn !== null && isProviderSession(signedIn.session),
      };
}
