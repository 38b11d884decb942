import { roleOf } from "../../commands/require-session.ts";
import { needsSetUp } from "../../commands/sign-in-link-commands.ts";
import { isSessionProven } from "../../model/account.ts";
import { personOf } from "../../model/person.ts";
import type { RequestFacts } from "../../sessions/request-facts.ts";
import type { FoundSession, SignedIn } from "../../sessions/sessions.ts";
import type { SessionAnswer, SignedInSession } from "../contract/account-routes.ts";
import { jsonAnswer } from "../json-answers.ts";
import { type Reader, sessionOf } from "../reader.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { canUsePasskeys, isSecurePage, requestFacts } from "./browser-site.ts";
import { allPeople } from "./people.ts";
import type { UiAccounts, UiDependencies } from "./ui-dependencies.ts";

type AccountRoute =
  | "GET /session"
  | "POST /session"
  | "DELETE /session"
  | "POST /set-up/check"
  | "POST /set-up"
  | "PUT /account/password"
  | "GET /account/sessions"
  | "DELETE /account/sessions/:session"
  | "DELETE /account/sessions"
  | "GET /people";

/** Signing in and out, and the reader's own account. */
export function accountHandlers(deps: UiDependencies): HandlersOf<AccountRoute> {
  const { writer } = deps.services;
  const factsOf = (request: Request, address: string) => signInFacts(deps, request, address);
  return {
    "GET /session": ({ reader, request }) => sessionAnswer(deps, reader, request),

    async "POST /session"({ body, request, address }) {
      const { sessions } = requireAccounts(deps);
      const facts = factsOf(request, address);
      return signedInAnswer(deps, await sessions.signIn(body.email, body.password, facts), {
        request,
        facts,
      });
    },

    async "DELETE /session"({ request }) {
      const { sessions, cookie } = requireAccounts(deps);
      // A browser can have both cookies, of which only one counts for a request.
      for (const hasPrefix of [false, true]) {
        const found = sessions.find(cookie.read(request, hasPrefix) ?? "");
        if (found !== undefined) {
          await sessions.end(found.user.id, found.session.id);
        }
      }
      const removal = cookie.clear(isSecurePage(request, deps));
      return jsonAnswer({ ended: true }, { "set-cookie": removal });
    },

    async "POST /set-up/check"({ body, request, address }) {
      const { links } = requireAccounts(deps);
      const { user, choosesProfile } = await links.holder(body.code, factsOf(request, address));
      return {
        // The address of the first start is none that the owner should see or keep.
        email: choosesProfile ? "" : user.email,
        name: choosesProfile ? "" : user.name,
        isFirstOwner: choosesProfile,
      };
    },

    async "POST /set-up"({ body, request, address }) {
      const { links } = requireAccounts(deps);
      const { code, password, email, name } = body;
      const facts = factsOf(request, address);
      const used = await links.use(code, { password, profile: { email, name } }, facts);
      return signedInAnswer(deps, used, { request, facts });
    },

    async "PUT /account/password"({ body, reader, request, address }) {
      const { sessions } = requireAccounts(deps);
      const facts = factsOf(request, address);
      const changed = await sessions.changePassword(
        requireSignedIn(reader),
        { current: body.current, next: body.password, removesPasskeys: body.removePasskeys },
        facts,
      );
      return signedInAnswer(deps, changed, { request, facts });
    },

    "GET /account/sessions": ({ reader }) => sessionList(deps, requireSignedIn(reader)),

    async "DELETE /account/sessions/:session"({ params, reader }) {
      const signedIn = requireSignedIn(reader);
      await requireAccounts(deps).sessions.end(signedIn.user.id, params.session);
      return sessionList(deps, signedIn);
    },

    async "DELETE /account/sessions"({ reader }) {
      const signedIn = requireSignedIn(reader);
      await requireAccounts(deps).sessions.endOthers(signedIn.session);
      return sessionList(deps, signedIn);
    },

    "GET /people": () => ({ people: allPeople(writer.state) }),
  };
}

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
    throw new UiRefusal("signed_out");
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

function sessionAnswer(deps: UiDependencies, reader: Reader, request: Request): SessionAnswer {
  const { role } = reader;
  const signedIn = sessionOf(reader);
  const { state } = deps.services.writer;
  return {
    mode: deps.accounts === undefined ? "mountable" : "hosted",
    user: signedIn === null ? null : personOf(state, signedIn.user.id),
    role,
    readOnly: deps.readOnly,
    isProven: signedIn === null || isSessionProven(signedIn.session, deps.now()),
    canUsePasskeys: deps.accounts !== undefined && canUsePasskeys(request, deps),
    needsSetUp: deps.accounts !== undefined && role === null && needsSetUp(state),
    version: deps.version,
    apiPath: deps.apiPath,
    newestEvent: role === null ? "" : deps.newestEvent(),
  };
}

function sessionList(
  deps: UiDependencies,
  { user, session: own }: FoundSession,
): { readonly sessions: readonly SignedInSession[] } {
  const sessions = requireAccounts(deps).sessions.list(user.id);
  return {
    sessions: sessions.map(({ id, createdAt, seenAt, address, userAgent }) => {
      return { id, createdAt, seenAt, address, userAgent, isThis: id === own.id };
    }),
  };
}
