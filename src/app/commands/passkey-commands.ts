import { GatehouseError } from "../../core/errors.ts";
import { type Passkey, passkeysPerUserMax } from "../../core/model/account.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { State } from "../../core/model/state.ts";
import { isPersonName } from "../../core/text/person-text.ts";

/**
 * Adds a verified passkey. Throws `passkey_limit` for a user with the most passkeys allowed,
 * `passkey_invalid` if the passkey already exists, and `name_invalid`.
 */
export function addPasskey(
  draft: Draft,
  passkey: Omit<Passkey, "createdAt" | "lastUsedAt">,
): Passkey {
  checkName(passkey.name);
  if (draft.state.passkeys.has(passkey.id)) {
    throw new GatehouseError("passkey_invalid");
  }
  if (passkeysOf(draft.state, passkey.userId).length >= passkeysPerUserMax) {
    throw new GatehouseError("passkey_limit");
  }
  const added: Passkey = { ...passkey, createdAt: draft.now, lastUsedAt: null };
  draft.record({ kind: "passkey.saved", passkey: added });
  return added;
}

/** Throws `passkey_not_found` if the user has no such passkey, and `name_invalid`. */
export function renamePasskey(draft: Draft, userId: number, id: string, name: string): void {
  checkName(name);
  const passkey = requirePasskey(draft.state, userId, id);
  draft.author ??= `User ${userId}`;
  draft.record({ kind: "passkey.saved", passkey: { ...passkey, name } });
}

/** Throws `passkey_not_found` if the user has no such passkey. */
export function removePasskey(draft: Draft, userId: number, id: string): void {
  requirePasskey(draft.state, userId, id);
  draft.author ??= `User ${userId}`;
  draft.record({ kind: "passkey.removed", passkeyId: id });
}

/** Removes all passkeys of a user. */
export function removePasskeysOf(draft: Draft, userId: number): void {
  for (const { id } of passkeysOf(draft.state, userId)) {
    draft.record({ kind: "passkey.removed", passkeyId: id });
  }
}

/**
 * Stores a sign-in with a passkey, and the authenticator's new count. Throws `passkey_invalid` if
 * the passkey was removed since, or if another sign-in has stored that count or a higher one: then
 * the passkey was copied.
 */
export function markPasskeyUsed(draft: Draft, id: string, counter: number): void {
  const passkey = draft.state.passkeys.get(id);
  const isCounting = counter > 0 || (passkey?.counter ?? 0) > 0;
  if (passkey === undefined || (isCounting && counter <= passkey.counter)) {
    throw new GatehouseError("passkey_invalid");
  }
  draft.record({
    kind: "passkey.saved",
    passkey: { ...passkey, counter, lastUsedAt: draft.now },
  });
}

/** A user's passkeys, oldest first. */
export function passkeysOf(state: State, userId: number): readonly Passkey[] {
  return [...state.passkeys.values()]
    .filter((passkey) => passkey.userId === userId)
    .sort((left, right) => left.createdAt - right.createdAt);
}

function requirePasskey(state: State, userId: number, id: string): Passkey {
  const passkey = state.passkeys.get(id);
  if (passkey?.userId !== userId) {
    throw new GatehouseError("passkey_not_found");
  }
  return passkey;
}

function checkName(name: string): void {
  if (!isPersonName(name)) {
    throw new GatehouseError("name_invalid");
  }
}
