import type { Change } from "../../src/core/model/change.ts";
import type { SignOnRecord } from "../../src/core/model/sign-on.ts";
import { strangeTexts } from "./sample-entities.ts";

type SignOnRows = Readonly<
  Record<"sign_on.saved" | "sign_on.removed", Readonly<Record<string, readonly Change[]>>>
>;

const first: SignOnRecord = {
  kind: "environment_role",
  environmentId: 2,
  userId: 1,
  role: "viewer",
};
const identity: SignOnRecord = {
  kind: "identity",
  ...{ issuer: "https://login.example.com", subject: "1", userId: 1, isManaged: true },
  ...{ givenRole: "viewer", ownRole: null, givenEnvironments: [1, 2] },
  ...{ createdAt: 9_000, lastUsedAt: 2 ** 45 },
};
const second: SignOnRecord = { ...first, environmentId: 1 };

/** Changes of roles and rules, as in `changeExamples`. */
export const signOnExamples: SignOnRows = {
  "sign_on.saved": {
    "a role in one environment": [{ kind: "sign_on.saved", record: first }],
    "again, changed": [
      { kind: "sign_on.saved", record: first },
      { kind: "sign_on.saved", record: { ...first, role: "admin" } },
    ],
    "rules for groups with every name": strangeTexts.map((group, index) => ({
      kind: "sign_on.saved",
      record: {
        kind: "group_rule",
        ...{ id: String(index), group, environmentId: null, role: "owner", createdAt: 9_000 },
      },
    })),
    "accounts with every subject": strangeTexts.map((subject) => ({
      kind: "sign_on.saved",
      record: { ...identity, subject },
    })),
    "trust rules and tokens of jobs": [
      {
        kind: "sign_on.saved",
        record: {
          kind: "trust_rule",
          ...{ id: "r", name: "deploy", issuer: "https://ci.example.com", audience: "flags" },
          ...{ claims: Object.fromEntries(strangeTexts.map((text) => [text, text])) },
          ...{ environmentId: 1, access: "read_only", tokenHash: "hash-1", createdAt: 9_000 },
        },
      },
      {
        kind: "sign_on.saved",
        record: {
          kind: "job_token",
          ...{ hash: "job", usedId: "used", ruleId: "r", environmentId: 1, expiresAt: 2 ** 45 },
        },
      },
    ],
    "emergency access, used": [
      {
        kind: "sign_on.saved",
        record: { kind: "break_glass", userId: 1, createdAt: 9_000, lastUsedAt: 2 ** 45 },
      },
    ],
  },
  "sign_on.removed": {
    "one of two": [
      { kind: "sign_on.saved", record: first },
      { kind: "sign_on.saved", record: second },
      { kind: "sign_on.removed", key: "environment_role 1 1" },
    ],
    unknown: [{ kind: "sign_on.removed", key: "environment_role 9 9" }],
  },
};
