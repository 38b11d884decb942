import { Elysia } from "elysia";
import { isProviderSession } from "../../../core/model/account.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  EndedSession,
  LinkOwner,
  PasswordSignIn,
  SessionAnswer,
  SetUpCode,
  SetUpRequest,
} from "../contract/session-models.ts";
import { jsonAnswer } from "../json-answers.ts";
import { isSecurePage, redirectUrlOf } from "./browser-site.ts";
import { requireAccounts, sessionAnswer, signedInAnswer, signInFacts } from "./sign-in-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** Signing in and out (docs/admin-api.md#routes). */
export function sessionController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(sessionRoutes(deps, routes)).use(setUpRoutes(deps, routes));
}

function sessionRoutes(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Session"] })
    .use(routes)
    .get("/session", ({ caller, request }) => sessionAnswer(deps, caller, request), {
      role: "anyone",
      response: { 200: answered(SessionAnswer, "The caller, and what the page needs") },
      detail: {
        operationId: "getSession",
        summary: "Show the current session",
        description: "Anyone may call this, with or without a session.",
      },
    })
    .post(
      "/session",
      async ({ caller, body, request }) => {
        const { sessions } = requireAccounts(deps);
        const facts = signInFacts(deps, request, caller.address);
        const signedIn = await sessions.signIn(body.email, body.password, facts);
        return signedInAnswer(deps, signedIn, { request, facts });
      },
      {
        role: "anyone",
        hostedOnly: true,
        body: withExample(PasswordSignIn, {
          email: "ada@example.com",
          password: "a long pass phrase",
        }),
        response: { 200: answered(SessionAnswer, "The new session, whose cookie is set") },
        refuses: ["sign_in_failed", "sign_on_required", "too_many_attempts", "unavailable"],
        detail: { operationId: "signIn", summary: "Sign in with a password" },
      },
    )
    .delete("/session", ({ request }) => signedOutAnswer(deps, request), {
      role: "anyone",
      hostedOnly: true,
      response: { 200: answered(EndedSession, "The session has ended; its cookie is removed") },
      refuses: ["session_not_found"],
      detail: {
        operationId: "signOut",
        summary: "Sign out",
        description: "Ends the session of this browser. Without a session nothing changes.",
      },
    });
}

function setUpRoutes(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Session"] })
    .use(routes)
    .post(
      "/set-up/check",
      async ({ caller, body, request }) => {
        const { links } = requireAccounts(deps);
        const facts = signInFacts(deps, request, caller.address);
        const { user, choosesProfile } = await links.holder(body.code, facts);
        return {
          // The generated address of the first start must not be shown or kept.
          email: choosesProfile ? "" : user.email,
          name: choosesProfile ? "" : user.name,
          isFirstOwner: choosesProfile,
        };
      },
      {
        role: "anyone",
        hostedOnly: true,
        body: withExample(SetUpCode, { code: exampleCode }),
        response: { 200: answered(LinkOwner, "The person for whom the one-time link is") },
        refuses: ["link_invalid", "too_many_attempts", "unavailable"],
        detail: {
          operationId: "checkSetUpCode",
          summary: "Check a one-time link",
          description: "The link can still be used afterwards.",
        },
      },
    )
    .post(
      "/set-up",
      async ({ caller, body, request }) => {
        const { links } = requireAccounts(deps);
        const { code, password, email, name } = body;
        const facts = signInFacts(deps, request, caller.address);
        const used = await links.use(code, { password, profile: { email, name } }, facts);
        return signedInAnswer(deps, used, { request, facts });
      },
      {
        role: "anyone",
        hostedOnly: true,
        body: withExample(SetUpRequest, { code: exampleCode, password: "a long pass phrase" }),
        response: { 200: answered(SessionAnswer, "The new session, whose cookie is set") },
        refuses: [
          "link_invalid",
          "too_many_attempts",
          "email_invalid",
          "email_taken",
          "name_invalid",
          "password_too_short",
          "password_too_long",
          "password_too_weak",
          "sign_on_required",
          "unavailable",
        ],
        detail: {
          operationId: "setUpAccount",
          summary: "Set a password with a one-time link",
          description:
            "The server deletes the link and all sessions and passkeys of the person, and starts a " +
            "new session. The first owner may choose an e-mail address and a name.",
        },
      },
    );
}

const exampleCode = "q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng";

async function signedOutAnswer(deps: UiDependencies, request: Request): Promise<Response> {
  const { sessions, cookie, signOn } = requireAccounts(deps);
  let isOfProvider = false;
  // A browser can have both cookies, although a request uses only one.
  for (const hasPrefix of [false, true]) {
    const found = sessions.find(cookie.read(request, hasPrefix) ?? "");
    if (found !== undefined) {
      await sessions.end(found.user.id, found.session.id);
      isOfProvider ||= isProviderSession(found.session);
    }
  }
  const removal = cookie.clear(isSecurePage(request, deps));
  const providerUrl =
    isOfProvider && signOn !== undefined ? await signOn.signOutUrl(redirectUrlOf(deps)) : null;
  return jsonAnswer({ ended: true, providerUrl }, { "set-cookie": removal });
}
