import { Elysia } from "elysia";
import type { FoundSession } from "../../../app/sessions/sessions.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { sessionsPerUserMax } from "../../../core/model/account.ts";
import { personOf } from "../../../core/model/person.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { OwnName, RenamedPerson } from "../contract/member-models.ts";
import {
  OwnSessions,
  PasswordRequest,
  SessionAnswer,
  SessionPath,
  type SignedInSession,
} from "../contract/session-models.ts";
import { rightOf } from "../reader.ts";
import {
  requireAccounts,
  requireSignedIn,
  signedInAnswer,
  signInFacts,
} from "./sign-in-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The caller's own password and sessions (docs/admin-api.md#routes). */
export function accountController(deps: UiDependencies, routes: AdminRoutes) {
  const list = ({ user, session: own }: FoundSession) => ({
    sessions: requireAccounts(deps)
      .sessions.list(user.id)
      .map(({ id, createdAt, seenAt, address, userAgent }): SignedInSession => {
        return { id, createdAt, seenAt, address, userAgent, isThis: id === own.id };
      }),
  });
  return new Elysia({ tags: ["Account"] })
    .use(routes)
    .use(nameRoutes(deps, routes))
    .use(passwordRoutes(deps, routes))
    .get("/account/sessions", ({ caller }) => list(requireSignedIn(caller)), {
      role: "viewer",
      sessionOnly: true,
      hostedOnly: true,
      response: { 200: answered(OwnSessions, "The sessions, the latest first") },
      detail: {
        operationId: "listSessions",
        summary: "List the caller's sessions",
        description: `Lists all sessions of the caller: at most ${sessionsPerUserMax}.`,
      },
    })
    .delete(
      "/account/sessions/:session",
      async ({ caller, params }) => {
        const signedIn = requireSignedIn(caller);
        await requireAccounts(deps).sessions.end(signedIn.user.id, params.session);
        return list(signedIn);
      },
      {
        role: "viewer",
        sessionOnly: true,
        hostedOnly: true,
        params: SessionPath,
        response: { 200: answered(OwnSessions, "The sessions that are left") },
        refuses: ["session_not_found"],
        detail: { operationId: "endSession", summary: "End one of the caller's sessions" },
      },
    )
    .delete(
      "/account/sessions",
      async ({ caller }) => {
        const signedIn = requireSignedIn(caller);
        await requireAccounts(deps).sessions.endOthers(signedIn.session);
        return list(signedIn);
      },
      {
        role: "viewer",
        sessionOnly: true,
        hostedOnly: true,
        response: { 200: answered(OwnSessions, "The session that is left") },
        detail: {
          operationId: "endOtherSessions",
          summary: "End all sessions of the caller except the current one",
        },
      },
    );
}

function nameRoutes(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Account"] }).use(routes).patch(
    "/account",
    async ({ caller, body: { name } }) => {
      const by = rightOf(requireSignedIn(caller), caller.roleMin);
      await requireAccounts(deps).members.setOwnName(by, name);
      const user = personOf(deps.services.writer.state, by.userId);
      if (user === null) {
        throw new GatehouseError("session_ended");
      }
      return { user };
    },
    {
      role: "viewer",
      sessionOnly: true,
      hostedOnly: true,
      body: withExample(OwnName, { name: "Ada" }),
      response: { 200: answered(RenamedPerson, "The caller with the new name") },
      refuses: [...commandRefusals, "member_not_found", "name_invalid"],
      detail: { operationId: "changeOwnName", summary: "Change the caller's display name" },
    },
  );
}

function passwordRoutes(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Account"] }).use(routes).put(
    "/account/password",
    async ({ caller, body, request }) => {
      const { sessions } = requireAccounts(deps);
      const { current, password: next, removePasskeys: removesPasskeys } = body;
      const facts = signInFacts(deps, request, caller.address);
      const passwords = { current, next, removesPasskeys };
      const changed = await sessions.changePassword(requireSignedIn(caller), passwords, facts);
      return signedInAnswer(deps, changed, { request, facts });
    },
    {
      role: "viewer",
      sessionOnly: true,
      hostedOnly: true,
      body: withExample(PasswordRequest, {
        current: "a long pass phrase",
        password: "another long pass phrase",
      }),
      response: { 200: answered(SessionAnswer, "The new session, whose cookie is set") },
      refuses: [
        "password_wrong",
        "password_too_short",
        "password_too_long",
        "password_too_weak",
        "sign_on_required",
        "too_many_attempts",
        "session_ended",
        "unavailable",
      ],
      detail: {
        operationId: "changePassword",
        summary: "Change the caller's password",
        description: "The server ends all sessions of the caller, and starts a new one.",
      },
    },
  );
}
