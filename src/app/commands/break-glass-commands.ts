import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import { roleOf } from "../../core/model/member-role.ts";
import { type BreakGlass, breakGlassKey, breakGlassMax } from "../../core/model/sign-on.ts";
import { signOnRecords } from "../../core/model/sign-on-records.ts";
import type { State } from "../../core/model/state.ts";
import type { User } from "../../core/model/user.ts";
import { removeRecords, saveRecord } from "./save-sign-on-record.ts";

/**
 * Lets an owner sign in with a password while others must use the provider. Throws `role_required`
 * for a member who is not an owner, and `break_glass_limit`.
 */
export function addBreakGlass(draft: Draft, { id: userId }: User): void {
  if (roleOf(draft.state, userId) !== "owner") {
    throw new GatehouseError("role_required", {
      message: "Only an owner can have emergency access",
    });
  }
  const known = signOnRecords(draft.state, "break_glass");
  if (known.some((record) => record.userId === userId)) {
    return;
  }
  if (known.length >= breakGlassMax) {
    throw new GatehouseError("break_glass_limit");
  }
  saveRecord(draft, { kind: "break_glass", userId, createdAt: draft.now, lastUsedAt: null });
}

export function removeBreakGlass(draft: Draft, { id: userId }: User): void {
  const known = breakGlassOf(draft.state, userId);
  removeRecords(draft, known === undefined ? [] : [known]);
}

/**
 * Notes a sign-in with a password, a passkey or a link while people must use the provider. Throws
 * `sign_on_required` for anyone without emergency access.
 */
export function useBreakGlass(draft: Draft, userId: number): void {
  const known = breakGlassOf(draft.state, userId);
  if (known === undefined || roleOf(draft.state, userId) !== "owner") {
    throw new GatehouseError("sign_on_required");
  }
  saveRecord(draft, { ...known, lastUsedAt: draft.now });
}

function breakGlassOf({ signOn }: State, userId: number): BreakGlass | undefined {
  const record = signOn.get(breakGlassKey(userId));
  return record?.kind === "break_glass" ? record : undefined;
}
