import { environmentRoles } from "../../src/core/model/role.ts";
import type { SignOnChange } from "../../src/core/model/sign-on.ts";
import type { State } from "../../src/core/model/state.ts";

interface PlannedSignOnChange {
  readonly kind: SignOnChange["kind"];
  readonly userId: number;
  readonly name: string;
  /** Random numbers. */
  readonly picks: readonly number[];
}

/** The change of a plan for roles and rules of sign-on; random sequences of changes use it. */
export function signOnChange(
  state: State,
  { kind, userId, picks: [, environment = 0, nth = 0] }: PlannedSignOnChange,
): SignOnChange {
  if (kind === "sign_on.removed") {
    return { kind, key: state.signOn.keySeq().first() ?? "none" };
  }
  const role = environmentRoles[nth % environmentRoles.length] ?? "viewer";
  const environmentId = environment % 3;
  return { kind, record: { kind: "environment_role", environmentId, userId, role } };
}
