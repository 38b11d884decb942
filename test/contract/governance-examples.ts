import type { Policy, PolicyRules } from "../../src/core/model/approval-policy.ts";
import type { Change, GovernanceChange } from "../../src/core/model/change.ts";
import type { ChangeRequest } from "../../src/core/model/change-request.ts";
import type { Comment } from "../../src/core/model/comment.ts";
import { rolloutExamples } from "./rollout-examples.ts";
import { strangeTexts } from "./sample-entities.ts";

type GovernanceRows = Readonly<
  Record<GovernanceChange["kind"], Readonly<Record<string, readonly Change[]>>>
>;

export const sampleRules: PolicyRules = {
  rules: [{ count: 2, roles: ["admin"], members: [1], tokens: [7, "é"] }],
  expiresDays: 14,
  directTokens: [4],
  bypass: { roles: ["owner"] },
  turnOff: true,
  reason: "bypass",
  selfApproval: false,
};

export function samplePolicy(environmentId: number, more: Partial<Policy> = {}): Policy {
  return { environmentId, rules: sampleRules, turnedOff: [], bypasses: [], ...more };
}

export function sampleRequest(id: number, more: Partial<ChangeRequest> = {}): ChangeRequest {
  return {
    id,
    environmentId: 1,
    author: { type: "User", id: "1" },
    title: `Request ${id}`,
    reason: null,
    state: "open",
    revision: 1,
    base: [],
    policyBase: null,
    commands: [{ kind: "enable", key: "search" }],
    apply: { kind: "author" },
    hash: "aa",
    votes: [],
    openedAt: 9_000,
    expiresAt: 10_000,
    missedAt: null,
    failure: null,
    endedAt: null,
    endedBy: null,
    firstAudit: null,
    lastAudit: null,
    ...more,
  };
}

export function sampleComment(id: number, more: Partial<Comment> = {}): Comment {
  return {
    id,
    environmentId: 1,
    subject: "request:1",
    author: { type: "User", id: "1" },
    text: `Comment ${id}`,
    at: 9_000,
    editedAt: null,
    ...more,
  };
}

export function editOf(commentId: number): Change {
  const edit = { subject: "request:1", text: "é\u0000", editedAt: 9_200 };
  return { kind: "comment.edited", commentId, ...edit };
}

/** A request in which every field has a value. */
export const fullRequest = sampleRequest(2, {
  reason: "because",
  base: [
    {
      environmentId: 1,
      key: "search",
      featureId: 1,
      own: "mirrored",
      sha256: "ff",
      gates: {
        boolean: false,
        expression: { Any: [true] },
        groups: ["é"],
        actors: ["a\u0000b"],
        percentageOfActors: 1.5,
        percentageOfTime: 0,
      },
    },
  ],
  policyBase: { sha256: "", rules: null },
  commands: [
    { kind: "actors", key: "search", add: ["User;1"], remove: [] },
    { kind: "policy", rules: sampleRules },
  ],
  apply: { kind: "at", at: 20_000 },
  votes: [
    { voter: { type: "PersonalToken", id: "x" }, userId: 1, kind: "ask", text: "why?", at: 9_500 },
  ],
  missedAt: 9_900,
  failure: "A quota is exceeded",
});

/** Changes of policies, requests and comments, as in `changeExamples`. */
export const governanceExamples: GovernanceRows = {
  "policy.saved": {
    one: [{ kind: "policy.saved", policy: samplePolicy(1) }],
    "again, changed": [
      { kind: "policy.saved", policy: samplePolicy(1) },
      {
        kind: "policy.saved",
        policy: samplePolicy(1, {
          rules: { ...sampleRules, rules: [], turnOff: false },
          turnedOff: [{ audit: 3, at: 9_000, keys: ["search"] }],
          bypasses: [
            { audit: null, at: 9_000, actor: { type: "User", id: "1" }, reason: "ünless" },
          ],
        }),
      },
    ],
  },
  "policy.removed": {
    "one of one": [
      { kind: "policy.saved", policy: samplePolicy(1) },
      { kind: "policy.removed", environmentId: 1 },
    ],
    unknown: [{ kind: "policy.removed", environmentId: 1 }],
  },
  "request.saved": {
    "with every title": strangeTexts.map((title, index) => ({
      kind: "request.saved",
      request: sampleRequest(index + 1, { title, reason: title }),
    })),
    "again, with every field": [
      { kind: "request.saved", request: sampleRequest(2) },
      { kind: "request.saved", request: fullRequest },
    ],
    "that has ended": [
      { kind: "request.saved", request: fullRequest },
      {
        kind: "request.saved",
        request: {
          ...fullRequest,
          state: "applied",
          endedAt: 9_800,
          endedBy: { type: "Token", id: "4" },
          firstAudit: 1,
          lastAudit: 2,
        },
      },
    ],
  },
  "rollout.saved": rolloutExamples,
  "comment.saved": {
    "with every text": strangeTexts.map((text, index) => ({
      kind: "comment.saved",
      comment: sampleComment(index + 1, { text }),
    })),
    "again, edited": [
      { kind: "comment.saved", comment: sampleComment(1) },
      { kind: "comment.saved", comment: sampleComment(1, { text: "Edited", editedAt: 9_100 }) },
    ],
    "on an act": [
      {
        kind: "comment.saved",
        comment: sampleComment(1, { environmentId: null, subject: "act:1" }),
      },
    ],
  },
  "comment.edited": {
    "one of two": [
      { kind: "comment.saved", comment: sampleComment(1) },
      { kind: "comment.saved", comment: sampleComment(2) },
      editOf(2),
    ],
    unknown: [editOf(9)],
  },
  "comment.deleted": {
    "one of two": [
      { kind: "comment.saved", comment: sampleComment(1) },
      { kind: "comment.saved", comment: sampleComment(2) },
      { kind: "comment.deleted", commentId: 2, subject: "request:1" },
    ],
    unknown: [{ kind: "comment.deleted", commentId: 9, subject: "request:1" }],
  },
};
