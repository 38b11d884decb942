import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FeatureRow } from "../../src/api/admin/contract/feature-models.ts";
import { cleanKey } from "../../src/ui/features/clean-key.ts";
import { filterOf, filterRows } from "../../src/ui/features/feature-filter.ts";
import { sortOf, sortRows, sortText } from "../../src/ui/features/feature-sort.ts";
import { queryToSave } from "../../src/ui/features/feature-views.ts";
import { heldRows } from "../../src/ui/features/held-rows.ts";
import { nearestSpelling } from "../../src/ui/features/nearest-spelling.ts";

const dayMs = 86_400_000;
const now = 1_000 * dayMs;

function feature(key: string, changes: Partial<FeatureRow> = {}): FeatureRow {
  return {
    key,
    state: "off",
    gates: {
      boolean: false,
      expression: null,
      hasExpression: false,
      groups: [],
      groupCount: 0,
      actorCount: 0,
      percentageOfActors: 0,
      percentageOfTime: 0,
    },
    description: null,
    longevity: null,
    tags: [],
    owner: null,
    createdAt: 0,
    changedAt: now,
    isOverridden: true,
    looksFinished: false,
    rollout: null,
    ...changes,
  };
}

const keysOf = (rows: readonly FeatureRow[]) => rows.map(({ key }) => key);

describe("Filters", () => {
  const rows = [
    feature("cart", { tags: ["web", "q4"], state: "on", changedAt: now - 3 * dayMs }),
    feature("checkout", { tags: ["web"], longevity: "temporary", changedAt: now - 100 * dayMs }),
    feature("search", { owner: { id: 7, name: "Owner", email: "owner@example.com" } }),
  ];
  const lastEvaluatedAt = now - 40 * dayMs;
  const activity = new Map([["cart", { key: "cart", total: 1, enabled: 1, lastEvaluatedAt }]]);
  const found = (query: string) =>
    keysOf(filterRows(rows, filterOf(query), { activity, now })).join(" ");

  test("have several values of which one is enough; several filters are all needed", () => {
    expect(found("")).toBe("cart checkout search");
    expect(found("tag=web")).toBe("cart checkout");
    expect(found("tag=q4,-")).toBe("cart search");
    expect(found("tag=web&state=on")).toBe("cart");
    expect(found("tag=web&tag=q4")).toBe("cart");
    expect(found("owner=7")).toBe("search");
    expect(found("owner=-&longevity=-")).toBe("cart");
    expect(found("q=web+check")).toBe("checkout");
  });

  test("of times count days before now", () => {
    expect(found("changed=1")).toBe("search");
    expect(found("changed=7")).toBe("cart search");
    expect(found("changed=older90")).toBe("checkout");
    expect(found("checked=older30")).toBe("cart");
    expect(found("checked=never")).toBe("checkout search");
    expect(found("checked=nonsense")).toBe("");
  });

  test("are saved in addition to those of the view", () => {
    const view = { id: "a", name: "A", query: "state=on&q=x&sort=key" };
    const saved = queryToSave(view, "view=a&at=cart&tag=web&q=y&env=staging");
    expect(saved).toBe("state=on&q=x&q=y&tag=web&sort=key");
    expect(filterOf(saved).words).toEqual(["x", "y"]);
  });
});

test("the order is in the URL, and the latest change comes first without it", () => {
  const rows = [
    feature("a", { changedAt: 1 }),
    feature("b", { changedAt: null }),
    feature("c", { changedAt: 3, columns: [{ kind: "everyone", state: "on" }] }),
  ];
  const sorted = (text: string | null) =>
    keysOf(sortRows(rows, sortOf(text), undefined, [12])).join("");
  expect(sorted(null)).toBe("cab");
  expect(sorted("nonsense")).toBe("cab");
  expect(sorted("changed")).toBe("bac");
  expect(sorted("-key")).toBe("cba");
  expect(sorted("-env-12")).toBe("cab");
  expect(sortText(sortOf(null))).toBeNull();
  for (const text of ["key", "-key", "-state", "changed", "env-12"]) {
    expect(sortText(sortOf(text))).toBe(text);
  }
});

describe("Rows that are held", () => {
  test("stay where they are with their latest values, and count what waits", () => {
    const shown = ["a", "b", "c", "d"].map((key) => feature(key));
    const next = [feature("x"), feature("d", { state: "on" }), feature("a"), feature("c")];
    const held = heldRows(shown, next, next);
    expect(keysOf(held.rows)).toEqual(["a", "b", "c", "d"]);
    expect(held.rows[3]?.state).toBe("on");
    // x appears, b disappears, d moves.
    expect(held.waiting).toBe(3);
    expect([...held.gone]).toEqual(["b"]);
  });

  test("wait for nothing only if the order is the same", () => {
    const orders = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 8 });
    fc.assert(
      fc.property(orders, orders, (before, after) => {
        const [shown, next] = [before, after].map((keys) => keys.map((key) => feature(key)));
        const { waiting } = heldRows(shown ?? [], next ?? [], next ?? []);
        expect(waiting === 0).toBe(before.join(" ") === after.join(" "));
      }),
    );
  });
});

test("the nearest spelling is a word or a key, at most two letters away", () => {
  const rows = [feature("refund_beta", { tags: ["checkout"] }), feature("cart_v2")];
  expect(nearestSpelling(rows, "refnd")).toBe("refund");
  expect(nearestSpelling(rows, "erfund_beta")).toBe("refund_beta");
  expect(nearestSpelling(rows, "chekcout ")).toBe("checkout");
  expect(nearestSpelling(rows, "ca")).toBeNull();
  expect(nearestSpelling(rows, "invoice")).toBeNull();
});

test("a key is cleaned as the server does it", () => {
  expect(cleanKey(" a\u200b b\u0000 ")).toBe("a b");
  expect(cleanKey("\u2800\ufe0f")).toBe("");
});
