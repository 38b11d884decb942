import { roleOf } from "../../commands/require-session.ts";
import { personOf } from "../../model/person.ts";
import type { FoundSession, SignedIn } from "../../sessions/sessions.ts";
import type { SessionAnswer, SignedInSession } from "../contract/account-routes.ts";
import { jsonAnswer } from "../json-answers.ts";
import type { Reader } from "../reader.ts";
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
  return {
    "GET /session": ({ reader, request }) => sessionAnswer(deps, reader, request),

    async "POST /session"({ body, request, address }) {
      const { sessions } = requireAccounts(deps);
      const facts = requestFacts(request, address);
      return signedInAnswer(deps, await sessions.signIn(body.email, body.password, facts), request);
    },

    async "DELETE /session"({ reader, request }) {
      const { sessions, cookie } = requireAccounts(deps);
      if (reader.signedIn !== null) {
        await sessions.end(reader.signedIn.user.id, reader.signedIn.session.id);
      }
      const removal = cookie.clear(isSecurePage(request, deps));
      return jsonAnswer({ ended: true }, { "set-cookie": removal });
    },

    async "POST /set-up/check"({ body, request, address }) {
      const { links } = requireAccounts(deps);
      const { user, choosesProfile } = await links.holder(
        body.code,
        requestFacts(request, address),
      );
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
      const facts = requestFacts(request, address);
      const used = await links.use(code, { password, profile: { email, name } }, facts);
      return signedInAnswer(deps, used, request);
    },

    async "PUT /account/password"({ body, reader, request, address }) {
      const { sessions } = requireAccounts(deps);
      const changed = await sessions.changePassword(
        requireSignedIn(reader),
        { current: body.current, next: body.password },
        requestFacts(request, address),
      );
      return signedInAnswer(deps, changed, request);
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

export function requireAccounts({ accounts }: UiDependencies): UiAccounts {
  if (accounts === undefined) {
    throw new Error("The mountable deployment has no accounts");
  }
  return accounts;
}

/** Throws `signed_out`. */
export function requireSignedIn({ signedIn }: Reader): FoundSession {
  if (signedIn === null) {
    throw new UiRefusal("signed_out");
  }
  return signedIn;
}

/** The answer to a sign-in, with the cookie of the session. */
export function signedInAnswer(
  deps: UiDependencies,
  { cookieValue, session, user }: SignedIn,
  request: Request,
): Response {
  const { cookie } = requireAccounts(deps);
  const role = roleOf(deps.services.writer.state, user.id);
  const reader: Reader = {
    role: role === undefined ? null : deps.readOnly === null ? role : "viewer",
    signedIn: role === undefined ? null : { session, user, role },
  };
  return jsonAnswer(sessionAnswer(deps, reader, request), {
    "set-cookie": cookie.set(cookieValue, isSecurePage(request, deps)),
  });
}

function sessionAnswer(
  deps: UiDependencies,
  { role, signedIn }: Reader,
  request: Request,
): SessionAnswer {
  const { state } = deps.services.writer;
  return {
    mode: deps.accounts === undefined ? "mountable" : "hosted",
    user: signedIn === null ? null : personOf(state, signedIn.user.id),
    role,
    readOnly: deps.readOnly,
    canUsePasskeys: deps.accounts !== undefined && canUsePasskeys(request, deps),
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
