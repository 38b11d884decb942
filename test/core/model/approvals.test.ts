import { expect, test } from "bun:test";
import fc from "fast-check";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { ApprovalRule } from "../../../src/core/model/approval-policy.ts";
import { standingOf } from "../../../src/core/model/approvals.ts";
import { emptyState } from "../../../src/core/model/state.ts";
import { samplePolicy, sampleRequest, sampleRules } from "../../contract/governance-examples.ts";
import { foundation, user } from "../../contract/sample-entities.ts";

const people = [11, 12, 13, 14];
const world = people.reduce(
  (state, id) =>
    applyChange(applyChange(state, { kind: "user.saved", user: user(id) }), {
      ...{ kind: "organization.member_saved", organizationId: 1, userId: id, role: "member" },
    }),
  foundation.reduce(applyChange, emptyState),
);

const rule = fc.record({
  count: fc.integer({ min: 1, max: 2 }),
  members: fc.subarray(people, { minLength: 1 }),
});

/** Whether each needed approval can have its own approver, by trying all assignments. */
function isPossible(slots: readonly (readonly number[])[], voters: readonly number[]): boolean {
  const [slot, ...rest] = slots;
  return (
    slot === undefined ||
    voters.some(
      (voter) =>
        slot.includes(voter) &&
        isPossible(
          rest,
          voters.filter((each) => each !== voter),
        ),
    )
  );
}

test("a request is approved if each approval of each rule has its own approver", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 1, maxLength: 3 }),
      fc.subarray(people),
      (described, voters) => {
        const rules = described.map((each): ApprovalRule => ({ roles: [], tokens: [], ...each }));
        const policy = samplePolicy(1, { rules: { ...sampleRules, rules } });
        const state = applyChange(world, { kind: "policy.saved", policy });
        const votes = voters.map((id) => ({
          voter: { type: "User", id } as const,
          ...({ userId: id, kind: "approve", text: null, at: 1 } as const),
        }));
        const request = sampleRequest(1, { author: { type: "User", id: "99" }, votes });
        const slots = rules.flatMap(({ count, members }) =>
          Array.from({ length: count }, () => members),
        );
        const { isApproved, rules: standings } = standingOf({ state, now: 1 }, request);
        expect(isApproved).toBe(isPossible(slots, voters));
        const counted = standings.flatMap((standing) => standing.votes);
        expect(new Set(counted).size).toBe(counted.length);
      },
    ),
  );
});
