import type { Map as ImmutableMap } from "immutable";
import {
  breakGlassKey,
  type EnvironmentRole,
  environmentRoleKey,
  type GroupRule,
  groupRuleKey,
  type Identity,
  identityKey,
  type JobToken,
  jobTokenKey,
  type SignOnChange,
  type SignOnRecord,
  signOnKey,
  type TrustRule,
  trustRuleKey,
} from "./sign-on.ts";

/** The records of a state, by `signOnKey`. */
export type SignOnRecords = ImmutableMap<string, SignOnRecord>;

interface WithRecords {
  readonly signOn: SignOnRecords;
}

type Kind = SignOnRecord["kind"];
type OfKind<Of extends Kind> = Extract<SignOnRecord, { readonly kind: Of }>;

/** The records after a change. */
export function signOnAfter(signOn: SignOnRecords, change: SignOnChange): SignOnRecords {
  return change.kind === "sign_on.saved"
    ? signOn.set(signOnKey(change.record), change.record)
    : signOn.delete(change.key);
}

/** All records of one kind. */
export function signOnRecords<Of extends Kind>(
  { signOn }: WithRecords,
  kind: Of,
): readonly OfKind<Of>[] {
  return [...signOn.values()].filter((record): record is OfKind<Of> => record.kind === kind);
}

/** The role that a member was given in an environment; undefined for none. */
export function environmentRoleOf(
  { signOn }: WithRecords,
  place: Pick<EnvironmentRole, "environmentId" | "userId">,
): EnvironmentRole | undefined {
  const record = signOn.get(environmentRoleKey(place));
  return record?.kind === "environment_role" ? record : undefined;
}

export function groupRuleOf({ signOn }: WithRecords, id: string): GroupRule | undefined {
  const record = signOn.get(groupRuleKey(id));
  return record?.kind === "group_rule" ? record : undefined;
}

/** The identity of an account at a provider; undefined for an unknown account. */
export function identityOf(
  { signOn }: WithRecords,
  account: Pick<Identity, "issuer" | "subject">,
): Identity | undefined {
  const record = signOn.get(identityKey(account));
  return record?.kind === "identity" ? record : undefined;
}

export function trustRuleOf({ signOn }: WithRecords, id: string): TrustRule | undefined {
  const record = signOn.get(trustRuleKey(id));
  return record?.kind === "trust_rule" ? record : undefined;
}

/** The token of a job, by the hash of its value. */
export function jobTokenOf({ signOn }: WithRecords, hash: string): JobToken | undefined {
  const record = signOn.get(jobTokenKey(hash));
  return record?.kind === "job_token" ? record : undefined;
}

export function isBreakGlass({ signOn }: WithRecords, userId: number): boolean {
  return signOn.has(breakGlassKey(userId));
}

/** The records that end with the membership of a user. */
export function recordsOfUser(state: WithRecords, userId: number): readonly SignOnRecord[] {
  return [...state.signOn.values()].filter(
    (record) => "userId" in record && record.userId === userId,
  );
}
