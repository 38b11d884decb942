import { Elysia } from "elysia";
import { identitiesOf, unlinkAccount } from "../../../app/commands/identity-commands.ts";
import { requireSession } from "../../../app/commands/require-session.ts";
import type { SignOn } from "../../../app/sessions/provider-sign-on.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { SessionAnswer } from "../contract/session-models.ts";
import {
  IdentityQuery,
  OwnIdentities,
  SignOnAnswer,
  SignOnRequest,
  SignOnWay,
} from "../contract/sign-on-models.ts";
import { jsonAnswer } from "../json-answers.ts";
import { rightOf, sessionOf } from "../reader.ts";
import { isSecurePage, redirectUrlOf } from "./browser-site.ts";
import {
  requireAccounts,
  requireSignedIn,
  sessionAnswer,
  signedInAnswer,
  signInFacts,
} from "./sign-in-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** Signing in at an OpenID Connect provider (docs/governance.md#sign-on). */
export function signOnController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(signOnRoutes(deps, routes)).use(identityRoutes(deps, routes));
}

const wayRefusals = [
  "sign_on_not_set_up",
  "sign_on_unavailable",
  "too_many_attempts",
  "unavailable",
] as const;

function signOnRoutes(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Session"] })
    .use(routes)
    .post(
      "/sign-in/oidc",
      ({ caller, body, request }) =>
        begin(deps, { caller, request }, body.again === true ? "proof" : "sign_in"),
      {
        role: "anyone",
        hostedOnly: true,
        body: withExample(SignOnRequest, {}),
        response: { 200: answered(SignOnWay, "The way to the provider; a cookie is set") },
        refuses: [...wayRefusals, "signed_out"],
        detail: {
          operationId: "startSignOn",
          summary: "Start a sign-in at the provider",
          description:
            "The browser goes to the URL. The provider sends it back to `/sign-in` with an answer, " +
            "which `POST /sign-in/oidc/finish` takes within 10 minutes.",
        },
      },
    )
    .post(
      "/sign-in/oidc/finish",
      async ({ caller, body, request }) => {
        const { cookie } = requireAccounts(deps);
        const isSecure = isSecurePage(request, deps);
        const facts = signInFacts(deps, request, caller.address);
        const signedIn = await requireSignOn(deps).finish(
          {
            cookieValue: cookie.readSignOn(request, isSecure),
            answer: new URLSearchParams(body.answer),
            redirectUrl: redirectUrlOf(deps),
          },
          { facts, found: sessionOf(caller) },
        );
        const answer =
          signedIn === null
            ? jsonAnswer(sessionAnswer(deps, caller, request), {})
            : signedInAnswer(deps, signedIn, { request, facts });
        answer.headers.append("set-cookie", cookie.clearSignOn(isSecure));
        return answer;
      },
      {
        role: "anyone",
        hostedOnly: true,
        body: withExample(SignOnAnswer, { answer: "code=q83vEjRW&state=c29tZQ" }),
        response: { 200: answered(SessionAnswer, "The session, whose cookie is set") },
        refuses: [
          "sign_on_not_set_up",
          "sign_on_unavailable",
          "sign_on_failed",
          "sign_on_no_rule",
          "sign_on_no_email",
          "sign_on_email_taken",
          "identity_taken",
          "proof_wrong",
          "session_ended",
          "last_owner",
          "parameter_invalid",
          "quota_exceeded",
          "unavailable",
        ],
        detail: {
          operationId: "finishSignOn",
          summary: "Finish a sign-in at the provider",
          description:
            "Takes the query with which the provider sent the browser back: once, and only from the " +
            "browser that started.",
        },
      },
    );
}

function identityRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  const list = (userId: number) => ({
    identities: identitiesOf(writer.state, userId).map(
      ({ issuer, subject, isManaged, createdAt, lastUsedAt }) => ({
        ...{ issuer, subject, isManaged, createdAt, lastUsedAt },
      }),
    ),
  });
  return new Elysia({ tags: ["Account"] })
    .use(routes)
    .get("/account/identities", ({ caller }) => list(requireSignedIn(caller).user.id), {
      role: "viewer",
      sessionOnly: true,
      hostedOnly: true,
      response: { 200: answered(OwnIdentities, "The linked accounts, the oldest first") },
      detail: {
        operationId: "listIdentities",
        summary: "List your accounts at the provider",
        description: "Lists all linked accounts: one for each account at a provider.",
      },
    })
    .post(
      "/account/identities",
      ({ caller, request }) => begin(deps, { caller, request }, "link"),
      {
        role: "viewer",
        sessionOnly: true,
        hostedOnly: true,
        needsProof: true,
        body: withExample(SignOnRequest, {}),
        response: { 200: answered(SignOnWay, "The way to the provider; a cookie is set") },
        refuses: wayRefusals,
        detail: {
          operationId: "linkIdentity",
          summary: "Link your account at the provider",
          description: "As `POST /sign-in/oidc`; at its end the account is linked to the caller.",
        },
      },
    )
    .delete(
      "/account/identities",
      async ({ caller, query }) => {
        const by = rightOf(requireSignedIn(caller), caller.roleMin);
        await writer.submit((draft) => {
          requireSession(draft, by);
          unlinkAccount(draft, by.userId, query.issuer, query.subject);
        });
        return list(by.userId);
      },
      {
        role: "viewer",
        sessionOnly: true,
        hostedOnly: true,
        needsProof: true,
        query: IdentityQuery,
        response: { 200: answered(OwnIdentities, "The linked accounts that are left") },
        refuses: ["identity_not_found", "identity_fixed", "input_invalid", ...commandRefusals],
        detail: { operationId: "unlinkIdentity", summary: "Unlink an account at the provider" },
      },
    );
}

interface OfRequest {
  readonly caller: AdminCaller;
  readonly request: Request;
}

async function begin(
  deps: UiDependencies,
  { caller, request }: OfRequest,
  purpose: "sign_in" | "proof" | "link",
): Promise<Response> {
  const { cookie } = requireAccounts(deps);
  const facts = signInFacts(deps, request, caller.address);
  const found = purpose === "sign_in" ? null : requireSignedIn(caller);
  const { url, cookieValue } = await requireSignOn(deps).start(purpose, redirectUrlOf(deps), {
    facts,
    found,
  });
  return jsonAnswer(
    { url },
    { "set-cookie": cookie.setSignOn(cookieValue, isSecurePage(request, deps)) },
  );
}

function requireSignOn(deps: UiDependencies): SignOn {
  const { signOn } = requireAccounts(deps);
  if (signOn === undefined) {
    throw new GatehouseError("sign_on_not_set_up");
  }
  return signOn;
}
