import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { PasskeyAnswer, PasskeyRegistration } from "../../../app/sessions/passkeys.ts";
import type { RequestFacts } from "../../../app/sessions/request-facts.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { passkeysPerUserMax } from "../../../core/model/account.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import {
  NewPasskey,
  OwnPasskeys,
  type Passkey,
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyPath,
  ProofRequest,
} from "../contract/passkey-models.ts";
import { SessionAnswer } from "../contract/session-models.ts";
import { exactFields } from "../contract/shared-models.ts";
import { sessionOf } from "../reader.ts";
import { relyingParty } from "./browser-site.ts";
import {
  requireAccounts,
  requireSignedIn,
  signedInAnswer,
  signInFacts,
} from "./sign-in-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const passkeyBytesMax = 64 * 1024;
const exampleCredential = { id: "AZr3…", rawId: "AZr3…", type: "public-key" };
const exampleAssertion = {
  ...exampleCredential,
  response: { clientDataJSON: "eyJ0…", authenticatorData: "SZYN…", signature: "MEUC…" },
};
const exampleAttestation = {
  ...exampleCredential,
  response: { clientDataJSON: "eyJ0…", attestationObject: "o2Nm…" },
};

/** Proofs of sessions, sign-ins with passkeys, and own passkeys (docs/admin-api.md#routes). */
export function passkeyController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(proofRoutes(deps, routes))
    .use(passkeySignInRoutes(deps, routes))
    .use(ownPasskeyRoutes(deps, routes));
}

function proofRoutes(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Session"] }).use(routes).post(
    "/session/proof",
    async ({ caller, body, request }) => {
      const { proofs } = requireAccounts(deps);
      const signedIn = requireSignedIn(caller);
      const facts = provingFacts(deps, caller, request);
      if ("password" in body) {
        const proven = await proofs.byPassword(signedIn, body.password, facts);
        return signedInAnswer(deps, proven, { request, facts });
      }
      const { response } = body;
      requireForm(isAssertion(response));
      const site = relyingParty(request, deps);
      const proven = await proofs.byPasskey(signedIn, response, site, facts);
      return signedInAnswer(deps, proven, { request, facts });
    },
    {
      role: "viewer",
      sessionOnly: true,
      hostedOnly: true,
      body: withExample(ProofRequest, { password: "a long pass phrase" }),
      bodyBytesMax: passkeyBytesMax,
      response: { 200: answered(SessionAnswer, "The session that replaces the current one") },
      refuses: [
        "proof_wrong",
        "passkeys_unavailable",
        "passkey_invalid",
        "sign_in_failed",
        "sign_on_required",
        "too_many_attempts",
        "unavailable",
      ],
      detail: {
        operationId: "proveSession",
        summary: "Prove the session with a password or a passkey",
        description: "For the next 10 minutes the caller can use the routes that need a proof.",
      },
    },
  );
}

function passkeySignInRoutes(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Session"] })
    .use(routes)
    .post(
      "/passkeys/sign-in/options",
      async ({ caller, request }) => {
        const { passkeys } = requireAccounts(deps);
        const site = relyingParty(request, deps);
        const facts = provingFacts(deps, caller, request);
        return { options: await passkeys.signInOptions(site, facts) };
      },
      {
        role: "anyone",
        hostedOnly: true,
        body: withExample(Type.Object({}, exactFields), {}),
        response: { 200: answered(PasskeyOptions, "The options for `navigator.credentials.get`") },
        refuses: ["passkeys_unavailable", "too_many_attempts", "unavailable"],
        detail: {
          operationId: "startPasskeySignIn",
          summary: "Get the options for a sign-in with a passkey",
        },
      },
    )
    .post(
      "/passkeys/sign-in",
      async ({ caller, body, request }) => {
        const { passkeys } = requireAccounts(deps);
        const { response } = body;
        requireForm(isAssertion(response));
        const site = relyingParty(request, deps);
        const facts = provingFacts(deps, caller, request);
        const signedIn = await passkeys.signIn(response, site, facts);
        return signedInAnswer(deps, signedIn, { request, facts });
      },
      {
        role: "anyone",
        hostedOnly: true,
        body: withExample(PasskeyAssertion, { response: exampleAssertion }),
        bodyBytesMax: passkeyBytesMax,
        response: { 200: answered(SessionAnswer, "The new session, whose cookie is set") },
        refuses: [
          "passkeys_unavailable",
          "passkey_invalid",
          "sign_in_failed",
          "sign_on_required",
          "too_many_attempts",
          "unavailable",
        ],
        detail: { operationId: "signInWithPasskey", summary: "Sign in with a passkey" },
      },
    );
}

function ownPasskeyRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const list = (userId: number) => ({
    passkeys: requireAccounts(deps).passkeys.list(userId).map(shownPasskey),
  });
  return new Elysia({ tags: ["Account"] })
    .use(routes)
    .use(passkeyRegistrationRoutes(deps, routes))
    .get("/account/passkeys", ({ caller }) => list(requireSignedIn(caller).user.id), {
      role: "viewer",
      sessionOnly: true,
      hostedOnly: true,
      response: { 200: answered(OwnPasskeys, "The passkeys, the oldest first") },
      detail: {
        operationId: "listPasskeys",
        summary: "List the caller's passkeys",
        description: `Lists all passkeys of the caller: at most ${passkeysPerUserMax}.`,
      },
    })
    .post(
      "/account/passkeys",
      async ({ caller, body, request }) => {
        const { passkeys } = requireAccounts(deps);
        const signedIn = requireSignedIn(caller);
        const { name, response } = body;
        requireForm(isAttestation(response));
        await passkeys.register(signedIn, name, response, relyingParty(request, deps));
        return list(signedIn.user.id);
      },
      {
        role: "viewer",
        sessionOnly: true,
        hostedOnly: true,
        needsProof: true,
        body: withExample(NewPasskey, { name: "Laptop", response: exampleAttestation }),
        bodyBytesMax: passkeyBytesMax,
        response: { 200: answered(OwnPasskeys, "The passkeys, with the new one") },
        refuses: [
          "passkeys_unavailable",
          "passkey_invalid",
          "passkey_limit",
          "name_invalid",
          "session_ended",
          "unavailable",
        ],
        detail: { operationId: "addPasskey", summary: "Add a passkey for the caller" },
      },
    )
    .delete(
      "/account/passkeys/:passkey",
      async ({ caller, params }) => {
        const { user } = requireSignedIn(caller);
        await requireAccounts(deps).passkeys.remove(user.id, params.passkey);
        return list(user.id);
      },
      {
        role: "viewer",
        sessionOnly: true,
        hostedOnly: true,
        needsProof: true,
        params: PasskeyPath,
        response: { 200: answered(OwnPasskeys, "The passkeys that are left") },
        refuses: ["passkey_not_found"],
        detail: { operationId: "removePasskey", summary: "Remove a passkey of the caller" },
      },
    );
}

function passkeyRegistrationRoutes(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Account"] }).use(routes).post(
    "/account/passkeys/options",
    async ({ caller, request }) => {
      const { passkeys } = requireAccounts(deps);
      const { user } = requireSignedIn(caller);
      return { options: await passkeys.registrationOptions(user, relyingParty(request, deps)) };
    },
    {
      role: "viewer",
      sessionOnly: true,
      hostedOnly: true,
      needsProof: true,
      body: withExample(Type.Object({}, exactFields), {}),
      response: { 200: answered(PasskeyOptions, "The options for `navigator.credentials.create`") },
      refuses: ["passkeys_unavailable", "passkey_limit", "unavailable"],
      detail: { operationId: "startPasskey", summary: "Get the options for a new passkey" },
    },
  );
}

/** A passkey that proves a session needs the same options as a passkey that signs in. */
function provingFacts(deps: UiDependencies, caller: AdminCaller, request: Request): RequestFacts {
  return {
    ...signInFacts(deps, request, caller.address),
    sessionId: sessionOf(caller)?.session.id,
  };
}

function requireForm(isRight: boolean): asserts isRight {
  if (!isRight) {
    throw new GatehouseError("input_invalid", { place: "response" });
  }
}

/** Checks only what the verification assumes; the verification checks the rest. */
function isCredential(value: object): value is { readonly id: string; readonly response: object } {
  return (
    "id" in value &&
    typeof value.id === "string" &&
    "rawId" in value &&
    typeof value.rawId === "string" &&
    "type" in value &&
    typeof value.type === "string" &&
    "response" in value &&
    typeof value.response === "object" &&
    value.response !== null
  );
}

function isAttestation(value: object): value is PasskeyRegistration {
  return isCredential(value) && hasTexts(value.response, ["clientDataJSON", "attestationObject"]);
}

function isAssertion(value: object): value is PasskeyAnswer {
  return (
    isCredential(value) &&
    hasTexts(value.response, ["clientDataJSON", "authenticatorData", "signature"])
  );
}

function hasTexts(value: object, names: readonly string[]): boolean {
  const fields = new Map<string, unknown>(Object.entries(value));
  return names.every((name) => typeof fields.get(name) === "string");
}

function shownPasskey({ id, name, createdAt, lastUsedAt }: Passkey): Passkey {
  return { id, name, createdAt, lastUsedAt };
}
