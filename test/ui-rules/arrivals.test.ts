import { describe, expect, test } from "bun:test";
import type { FirstRun } from "../../src/api/admin/contract/first-run-models.ts";
import { arrivals, connectionIn } from "../../src/ui/first-run/arrivals.ts";

const ruby = { name: "Flipper HTTP Adapter", version: "1.4.2" };
const nothing: FirstRun = {
  since: 0,
  firstRequest: null,
  latestCheck: null,
  latestRead: null,
  environments: [],
  latestEvaluation: null,
  refused: [],
  featureCount: 1,
  otherEnvironmentCount: 0,
  otherMemberCount: 0,
};
const times = { checkedAt: null, readAt: null, submittedAt: null, tokenUsedAt: null };

describe("What arrived from a client", () => {
  test("a check in Production connects, with its feature and client", () => {
    const latestCheck = { environment: "production", at: 5, key: "search", client: ruby };
    const environments = [{ ...times, environment: "production", checkedAt: 5 }];
    expect(connectionIn({ ...nothing, latestCheck, environments }, "production")).toEqual({
      at: 5,
      key: "search",
      client: ruby,
    });
  });

  test("reads alone do not connect; the counts that the client reports do", () => {
    const latestRead = { environment: "production", at: 5, key: null, client: ruby };
    const environments = [{ ...times, environment: "production", readAt: 5 }];
    const facts = { ...nothing, latestRead, environments };
    expect(connectionIn(facts, "production")).toBeNull();
    expect(arrivals(facts, "production")).toEqual([{ kind: "read", at: 5, client: ruby }]);
    const reported = {
      ...facts,
      environments: [{ ...times, environment: "production", readAt: 5, submittedAt: 9 }],
      latestEvaluation: { key: "search", at: 0 },
    };
    expect(connectionIn(reported, "production")).toEqual({ at: 9, key: "search", client: ruby });
  });

  test("a check in another environment does not connect, and is named", () => {
    const latestCheck = { environment: "staging", at: 5, key: "search", client: ruby };
    const environments = [{ ...times, environment: "staging", checkedAt: 5 }];
    const facts = { ...nothing, latestCheck, environments };
    expect(connectionIn(facts, "production")).toBeNull();
    expect(arrivals(facts, "production")).toEqual([
      { kind: "elsewhere", at: 5, environment: "staging" },
    ]);
  });
});
