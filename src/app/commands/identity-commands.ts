import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import { firstOrganization } from "../../core/model/first-organization.ts";
import { roleOf } from "../../core/model/member-role.ts";
import { roleAtLeast } from "../../core/model/role.ts";
import type { Identity } from "../../core/model/sign-on.ts";
import { environmentRoleOf, identityOf, signOnRecords } from "../../core/model/sign-on-records.ts";
import type { State } from "../../core/model/state.ts";
import type { User } from "../../core/model/user.ts";
import { setEnvironmentRole } from "./environment-role-commands.ts";
import { type GivenByRules, givenByRules } from "./group-rules.ts";
import { addMember, removeMember, userOfEmail } from "./member-commands.ts";
import { isLastOwner, setRole } from "./role-commands.ts";
import { removeRecords, saveRecord } from "./save-sign-on-record.ts";

/** What a provider says about a person who has just signed in there. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  /** Null if the provider sends none, or if it has not verified the address. */
  readonly email: string | null;
  readonly name: string | null;
  readonly groups: readonly string[];
}

/** Why a person may not sign in; the command may have removed the membership. */
export type RefusedAccount = "sign_on_no_rule" | "sign_on_no_email" | "sign_on_email_taken";

/**
 * The member of an account, after the rules for the account's groups were applied again. A person
 * becomes a member only if a rule matches, and never the member with the same e-mail address.
 */
export function admitAccount(draft: Draft, account: ProviderAccount): User | RefusedAccount {
  const given = givenByRules(draft.state, account.groups);
  const known = identityOf(draft.state, account);
  const user = known && draft.state.users.get(known.userId);
  if (known !== undefined && user !== undefined && roleOf(draft.state, user.id) !== undefined) {
    return applyRules(draft, { ...known, lastUsedAt: draft.now }, user, given);
  }
  return given.isMatched ? admitNew(draft, account, known, given) : "sign_on_no_rule";
}

function admitNew(
  draft: Draft,
  account: ProviderAccount,
  known: Identity | undefined,
  given: GivenByRules,
): User | RefusedAccount {
  const { issuer, subject, email, name } = account;
  const former = known && draft.state.users.get(known.userId);
  const address = former?.email ?? email;
  if (address === null) {
    return "sign_on_no_email";
  }
  if (former === undefined && userOfEmail(draft.state, address) !== undefined) {
    return "sign_on_email_taken";
  }
  const user = addMember(draft, firstOrganization(draft.state), {
    email: address,
    name: former?.name ?? name ?? undefined,
    role: given.role ?? "viewer",
  });
  const identity: Identity = {
    kind: "identity",
    ...{ issuer, subject, userId: user.id, isManaged: true },
    ...{ givenRole: given.role, ownRole: null, givenEnvironments: [] },
    createdAt: draft.now,
    lastUsedAt: draft.now,
  };
  return applyRules(draft, identity, user, given);
}

/** Links an account to a member who is signed in. Throws `identity_taken`. */
export function linkAccount(
  draft: Draft,
  { issuer, subject }: Pick<ProviderAccount, "issuer" | "subject">,
  user: User,
): void {
  const known = identityOf(draft.state, { issuer, subject });
  if (known !== undefined && known.userId !== user.id) {
    throw new GatehouseError("identity_taken");
  }
  if (known === undefined) {
    saveRecord(draft, {
      kind: "identity",
      ...{ issuer, subject, userId: user.id, isManaged: false },
      ...{ givenRole: null, ownRole: null, givenEnvironments: [] },
      createdAt: draft.now,
      lastUsedAt: draft.now,
    });
  }
}

/**
 * Removes the link of a member to an account. Throws `identity_not_found`, and `identity_fixed` for
 * a person whom rules made a member.
 */
export function unlinkAccount(draft: Draft, userId: number, issuer: string, subject: string): void {
  const known = identityOf(draft.state, { issuer, subject });
  if (known?.userId !== userId) {
    throw new GatehouseError("identity_not_found");
  }
  if (known.isManaged) {
    throw new GatehouseError("identity_fixed");
  }
  removeRecords(draft, [known]);
}

/** The accounts of a user, oldest first. */
export function identitiesOf(state: State, userId: number): readonly Identity[] {
  return signOnRecords(state, "identity")
    .filter((identity) => identity.userId === userId)
    .toSorted((left, right) => left.createdAt - right.createdAt);
}

function applyRules(
  draft: Draft,
  identity: Identity,
  user: User,
  given: GivenByRules,
): User | RefusedAccount {
  const organization = firstOrganization(draft.state);
  if (identity.isManaged && !given.isMatched && !isLastOwner(draft.state, organization, user)) {
    removeMember(draft, organization, user);
    // The account stays the same person, who may become a member again.
    saveRecord(draft, { ...identity, givenRole: null, givenEnvironments: [] });
    return "sign_on_no_rule";
  }
  const role = roleByRules(draft.state, identity, user, given);
  if (role.next !== role.current && !isLoweredLastOwner(draft.state, user, role.next)) {
    setRole(draft, organization, user, role.next);
  }
  const environments = applyEnvironmentRules(draft, identity, user, given);
  saveRecord(draft, {
    ...identity,
    givenRole: given.role,
    ownRole: role.own,
    givenEnvironments: environments,
  });
  return user;
}

/**
 * The role after the rules: of a person whom rules made a member theirs alone, and of others the
 * higher one of theirs and of the one that an owner gave.
 */
function roleByRules(state: State, identity: Identity, { id }: User, { role }: GivenByRules) {
  const current = roleOf(state, id) ?? "viewer";
  if (identity.isManaged) {
    return { current, next: role ?? "viewer", own: null };
  }
  // A role that differs from what rules gave was set by an owner since.
  const own = identity.givenRole === current ? (identity.ownRole ?? current) : current;
  return { current, next: role !== null && roleAtLeast(role, own) ? role : own, own };
}

function isLoweredLastOwner(state: State, user: User, next: string): boolean {
  return next !== "owner" && isLastOwner(state, firstOrganization(state), user);
}

/** Sets the roles in environments that rules give, and returns the environments. */
function applyEnvironmentRules(
  draft: Draft,
  { givenEnvironments }: Identity,
  user: User,
  { environments }: GivenByRules,
): readonly number[] {
  const { state } = draft;
  const before = new Set(givenEnvironments);
  const after: number[] = [];
  for (const id of new Set([...givenEnvironments, ...environments.keys()])) {
    const environment = state.environments.get(id);
    const isByOwner =
      !before.has(id) &&
      environmentRoleOf(state, { environmentId: id, userId: user.id }) !== undefined;
    if (environment !== undefined && !isByOwner) {
      const role = environments.get(id) ?? null;
      setEnvironmentRole(draft, environment, user, role);
      if (role !== null) {
        after.push(id);
      }
    }
  }
  return after;
}
