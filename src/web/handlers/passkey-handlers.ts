import type { PasskeyAnswer, PasskeyRegistration } from "../../sessions/passkeys.ts";
import type { RequestFacts } from "../../sessions/request-facts.ts";
import type { Passkey } from "../contract/account-routes.ts";
import { type Reader, sessionOf } from "../reader.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import {
  requireAccounts,
  requireSignedIn,
  signedInAnswer,
  signInFacts,
} from "./account-handlers.ts";
import { relyingParty } from "./browser-site.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

type PasskeyRoute =
  | "POST /session/proof"
  | "POST /passkeys/sign-in/options"
  | "POST /passkeys/sign-in"
  | "GET /account/passkeys"
  | "POST /account/passkeys/options"
  | "POST /account/passkeys"
  | "DELETE /account/passkeys/:passkey";

/** Proofs of who uses a session, signing in with passkeys, and the reader's own passkeys. */
export function passkeyHandlers(deps: UiDependencies): HandlersOf<PasskeyRoute> {
  const list = (userId: number) => ({
    passkeys: requireAccounts(deps).passkeys.list(userId).map(shownPasskey),
  });
  return {
    async "POST /session/proof"({ body, reader, request, address }) {
      const { proofs } = requireAccounts(deps);
      const signedIn = requireSignedIn(reader);
      const facts = { ...signInFacts(deps, request, address), ...proving(reader) };
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

    async "POST /passkeys/sign-in/options"({ reader, request, address }) {
      const { passkeys } = requireAccounts(deps);
      const site = relyingParty(request, deps);
      const facts = { ...signInFacts(deps, request, address), ...proving(reader) };
      return { options: await passkeys.signInOptions(site, facts) };
    },

    async "POST /passkeys/sign-in"({ body, reader, request, address }) {
      const { passkeys } = requireAccounts(deps);
      const { response } = body;
      requireForm(isAssertion(response));
      const site = relyingParty(request, deps);
      const facts = { ...signInFacts(deps, request, address), ...proving(reader) };
      return signedInAnswer(deps, await passkeys.signIn(response, site, facts), { request, facts });
    },

    "GET /account/passkeys": ({ reader }) => list(requireSignedIn(reader).user.id),

    async "POST /account/passkeys/options"({ reader, request }) {
      const { passkeys } = requireAccounts(deps);
      const { user } = requireSignedIn(reader);
      return { options: await passkeys.registrationOptions(user, relyingParty(request, deps)) };
    },

    async "POST /account/passkeys"({ body, reader, request }) {
      const { passkeys } = requireAccounts(deps);
      const signedIn = requireSignedIn(reader);
      const { name, response } = body;
      requireForm(isAttestation(response));
      await passkeys.register(signedIn, name, response, relyingParty(request, deps));
      return list(signedIn.user.id);
    },

    async "DELETE /account/passkeys/:passkey"({ params, reader }) {
      const { user } = requireSignedIn(reader);
      await requireAccounts(deps).passkeys.remove(user.id, params.passkey);
      return list(user.id);
    },
  };
}

/** A passkey that proves a session asks for the same options as one that signs in. */
function proving(reader: Reader): Pick<RequestFacts, "sessionId"> {
  return { sessionId: sessionOf(reader)?.session.id };
}

function requireForm(isRight: boolean): asserts isRight {
  if (!isRight) {
    throw new UiRefusal("input_invalid", { place: "response" });
  }
}

/** Only what the verification takes for granted; it checks everything else. */
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
