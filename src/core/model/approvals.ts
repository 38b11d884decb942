import type { ApprovalRule, Policy } from "./approval-policy.ts";
import type { AuditActor } from "./audit.ts";
import type { ChangeRequest, Vote, Voter } from "./change-request.ts";
import { roleInEnvironment, roleOf } from "./member-role.ts";
import { isPersonalTokenValid } from "./personal-token.ts";
import { type Role, roleAtLeast } from "./role.ts";
import type { State } from "./state.ts";
import { isActive } from "./token.ts";

/** The state and the time at which rights are decided. */
export interface RightsMoment {
  readonly state: State;
  readonly now: number;
}

/** How far one rule of a protected environment is met. */
export interface RuleStanding {
  readonly environmentId: number;
  readonly rule: ApprovalRule;
  /** The votes that count for it. */
  readonly votes: readonly Vote[];
}

/** What a request still needs. */
export interface Standing {
  readonly rules: readonly RuleStanding[];
  /** Votes that ask for changes. */
  readonly asks: readonly Vote[];
  readonly isApproved: boolean;
}

/** Counts votes by the present policies and rights, not by those of the time of the vote. */
export function standingOf(moment: RightsMoment, request: ChangeRequest): Standing {
  const policies = policiesOf(moment.state, request);
  const rules = policies.flatMap((policy) => ruleStandings(moment, request, policy));
  const asks = request.votes.filter(
    (vote) => vote.kind === "ask" && policies.some((each) => isApprover(moment, each, vote.voter)),
  );
  const isApproved =
    request.state === "open" &&
    asks.length === 0 &&
    rules.every(({ rule, votes }) => votes.length >= rule.count);
  return { rules, asks, isApproved };
}

/** The policies that a request must meet. A removal reaches every environment of the project. */
export function policiesOf(
  { policies, environments }: State,
  { environmentId, commands }: Pick<ChangeRequest, "environmentId" | "commands">,
): readonly Policy[] {
  const projectId = environments.get(environmentId)?.projectId;
  const removes = commands.some(({ kind }) => kind === "remove");
  return [...policies.values()].filter((policy) =>
    removes
      ? environments.get(policy.environmentId)?.projectId === projectId
      : policy.environmentId === environmentId,
  );
}

/** Whether a voter may approve under some rule now. */
export function isApprover(
  moment: RightsMoment,
  { environmentId, rules: { rules } }: Policy,
  voter: Voter,
): boolean {
  return rules.some((rule) => mayFill(moment, { environmentId, rule }, voter));
}

/** Whether a voter is, or acts for, the author of a request. */
export function isOwnVote(
  { tokens }: State,
  { author }: { readonly author: AuditActor },
  { voter, userId }: Pick<Vote, "voter" | "userId">,
): boolean {
  if (author.type === "User") {
    return Number(author.id) === userId;
  }
  const token = tokens.find(({ id }) => String(id) === author.id);
  return (voter.type === "Token" && String(voter.id) === author.id) || token?.ownerId === userId;
}

/** Gives each rule votes of its own: the most that all rules together can get. */
function ruleStandings(
  moment: RightsMoment,
  request: ChangeRequest,
  { environmentId, rules: { rules, selfApproval } }: Policy,
): readonly RuleStanding[] {
  const votes = request.votes.filter(
    (vote) => vote.kind === "approve" && (selfApproval || !isOwnVote(moment.state, request, vote)),
  );
  const slots = rules.flatMap((rule, index) =>
    Array.from({ length: rule.count }, () => ({ rule, index })),
  );
  const matched = matchedVotes(
    slots.length,
    votes,
    (at, { voter }) =>
      slots[at] !== undefined && mayFill(moment, { environmentId, rule: slots[at].rule }, voter),
  );
  return rules.map((rule, index) => ({
    ...{ environmentId, rule },
    votes: matched.flatMap((vote, at) => (slots[at]?.index === index ? (vote ?? []) : [])),
  }));
}

/** A vote for each slot, none twice; the largest number of slots gets one. */
function matchedVotes(
  slotCount: number,
  votes: readonly Vote[],
  fits: (slot: number, vote: Vote) => boolean,
): readonly (Vote | undefined)[] {
  const slotOfVote = new Map<Vote, number>();
  const findVote = (slot: number, seen: Set<Vote>): boolean => {
    for (const vote of votes) {
      if (!seen.has(vote) && fits(slot, vote)) {
        seen.add(vote);
        const other = slotOfVote.get(vote);
        if (other === undefined || findVote(other, seen)) {
          slotOfVote.set(vote, slot);
          return true;
        }
      }
    }
    return false;
  };
  for (let slot = 0; slot < slotCount; slot++) {
    findVote(slot, new Set());
  }
  const voteOfSlot = new Map([...slotOfVote].map(([vote, slot]) => [slot, vote]));
  return Array.from({ length: slotCount }, (_, slot) => voteOfSlot.get(slot));
}

interface RuleInEnvironment {
  readonly environmentId: number;
  readonly rule: ApprovalRule;
}

function mayFill(
  { state, now }: RightsMoment,
  { environmentId, rule }: RuleInEnvironment,
  voter: Voter,
): boolean {
  switch (voter.type) {
    case "User": {
      const role = roleInEnvironment(state, voter.id, environmentId);
      return role !== undefined && isNamed(rule, voter.id, role);
    }
    case "Token": {
      const token = state.tokens.find(({ id }) => id === voter.id);
      return token !== undefined && isActive(token, now) && rule.tokens.includes(voter.id);
    }
    case "PersonalToken": {
      const token = state.personalTokens.find(({ id }) => id === voter.id);
      return (
        token?.approves === true &&
        isPersonalTokenValid(token, now) &&
        roleOf(state, token.userId) !== undefined &&
        rule.tokens.includes(voter.id)
      );
    }
  }
}

function isNamed({ roles, members }: ApprovalRule, userId: number, role: Role): boolean {
  return members.includes(userId) || roles.some((min) => roleAtLeast(role, min));
}
