import { describe, expect, test } from "bun:test";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { ActorIds } from "../../../src/core/peers/actor-ids.ts";
import { Attribute, comparesNow, drawn } from "../../../src/core/peers/attribute.ts";
import {
  all,
  always,
  any,
  type Bounds,
  choose,
  firstMatch,
  isSame,
  never,
  not,
  unknown,
} from "../../../src/core/peers/bounds.ts";
import { storedGates } from "../../../src/core/peers/peer-gates.ts";
import { reference } from "../../../src/core/peers/reference.ts";
import { checkOf } from "../evaluation/check-inputs.ts";

const plan = new Attribute("plan");
const age = new Attribute("age");
const id = new Attribute("userId", new ActorIds("User;{id}"));
const lost = unknown("it is lost");

describe("bounds", () => {
  const isPro = plan.equals("pro");
  const enabledA = { FeatureEnabled: ["a"] };
  const isDisabledA = { Equal: [enabledA, false] };
  const cases: readonly (readonly [string, Bounds, unknown, unknown])[] = [
    ["what is unknown matches nobody", lost, false, true],
    ["also below a negation", not(lost), false, true],
    ["unless the rest decides", all([lost, never]), false, false],
    ["an alternative stays", any([lost, isPro]), isPro.lower, true],
    ["a negation swaps the bounds", not(all([lost, isPro])), not(isPro).lower, true],
    ["a choice of true is an alternative", choose(isPro, always, never), isPro.lower, isPro.lower],
    ["a choice under an unknown condition", choose(lost, always, isPro), isPro.lower, true],
    ["a feature that is the same here", reference("a", isPro), enabledA, enabledA],
    ["a narrower one", reference("a", any([isPro, lost])), enabledA, true],
    ["below a negation", not(reference("a", any([isPro, lost]))), false, isDisabledA],
    ["one that is not imported", reference("a", undefined), false, true],
    ["one that is enabled for everyone", reference("a", always), true, true],
    ["a double negation", not(not(isPro)), isPro.lower, isPro.lower],
    ["operands of one kind are flat", any([isPro, any([never, isPro])]), isPro.lower, isPro.lower],
    [
      "rules with one result are one rule",
      firstMatch(
        [
          { condition: plan.equals("a"), result: always },
          { condition: plan.equals("b"), result: always },
          { condition: plan.equals("c"), result: never },
        ],
        always,
      ),
      { Any: [plan.equals("a").lower, plan.equals("b").lower, not(plan.equals("c")).lower] },
      undefined,
    ],
  ];
  for (const [name, { lower, upper }, expectedLower, expectedUpper] of cases) {
    test(name, () => {
      expect<unknown>(lower).toEqual(expectedLower);
      expect<unknown>(upper).toEqual(expectedUpper ?? lower);
    });
  }

  test("percentages of different hash functions are joined only if fewer are enabled", () => {
    const [one, other] = [id.rollout(50, "one"), id.rollout(50, "other")];
    expect(isSame(any([one, id.rollout(20, "one")]))).toBe(true);
    expect(any([one, other])).toMatchObject({ upper: true });
    expect(any([one, other]).lower).not.toBe(false);
    expect(all([one, other])).toMatchObject({ lower: false, upper: true });
    expect(all([one, not(other)]).lower).not.toBe(false);
    expect(any([one, not(other)])).toMatchObject({ lower: false, upper: true });
    expect(not(any([one, other])).lower).toBe(false);
    expect(all([any([lost, one]), any([lost, other])]).lower).toBe(false);
    expect(not(any([all([lost, one]), all([lost, other])])).lower).toBe(false);
  });

  test("a condition that is nested too deep is unknown, without overflowing the stack", () => {
    let bounds: Bounds = plan.equals("a");
    for (let level = 0; level < 1_000; level++) {
      bounds = not(all([bounds, age.compares("LessThan", level)]));
    }
    expect(bounds.losses.join()).toContain("too deep");
  });

  test("a condition whose parts are repeated too often is unknown", () => {
    let bounds: Bounds = plan.equals("a");
    for (let level = 0; level < 40; level++) {
      bounds = any([not(bounds), all([bounds, age.compares("LessThan", level)])]);
    }
    expect(bounds).toMatchObject({ lower: false, upper: true });
    expect(bounds.losses.join()).toContain("too large");
    expect(storedGates(bounds)).toMatchObject({ boolean: false, expression: null });
  });
});

describe("gates", () => {
  const closed = { boolean: false, expression: null, groups: [], percentageOfTime: 0 };
  const cases: readonly (readonly [string, Bounds, object])[] = [
    ["always", always, { ...closed, boolean: true }],
    ["never", never, closed],
    ["ids", any([id.equals("2"), id.equals("1")]), { actors: ["User;1", "User;2"] }],
    ["a whole percentage", id.rollout(25, ""), { percentageOfActors: 25, expression: null }],
    [
      "a part of a percentage is no percentage",
      all([id.rollout(25, ""), not(id.rollout(5, ""))]),
      { percentageOfActors: 0 },
    ],
    ["of time", drawn(5), { percentageOfTime: 5, expression: null }],
    ["of time with decimals", drawn(0.5), { percentageOfTime: 0 }],
    [
      "a negation lets a list close the gate",
      not(plan.equals("pro")),
      {
        expression: {
          All: [
            { NotEqual: [{ Property: ["plan"] }, "pro"] },
            { NotEqual: [{ String: [{ Property: ["flipper_id"] }] }, ""] },
            { Equal: [{ String: [{ Property: ["plan"] }] }, { String: [{ Property: ["plan"] }] }] },
          ],
        },
      },
    ],
    [
      "a time",
      comparesNow("LessThan", 0),
      { expression: { LessThan: [{ Now: [] }, { Time: ["1970-01-01T00:00:00.000Z"] }] } },
    ],
  ];
  for (const [name, bounds, expected] of cases) {
    test(name, () => {
      expect(storedGates(bounds)).toMatchObject(expected);
    });
  }

  const isFree = not(plan.equals("pro"));
  const withoutActor: readonly (readonly [string, Bounds, boolean])[] = [
    ["what needs no property", any([comparesNow("GreaterThanOrEqualTo", 0), isFree]), true],
    ["a missing property", isFree, false],
    ["a missing property, at some time", all([isFree, comparesNow("LessThan", 1)]), false],
    ["a missing property, or a value", any([age.compares("LessThan", 18), isFree]), false],
    ["no value", not(plan.present()), false],
    ["a feature that is disabled", not(reference("a", plan.equals("pro"))), false],
    ["a feature that is enabled", reference("b", any([isFree, always])), true],
    ["a percentage that is not met", all([id.present(), not(id.rollout(50, ""))]), false],
    ["no percentage of an attribute", not(plan.rollout(50, "")), false],
  ];
  test.each(withoutActor)("without an actor: %s", (_name, bounds, expected) => {
    const gates = storedGates(bounds);
    if (typeof gates === "string") {
      throw new Error(gates);
    }
    const toggle = new Toggle("feature", gates);
    expect(checkOf(new Map(), []).isEnabled(toggle)).toBe(expected);
  });

  test("an expression that is too large is refused as a whole", () => {
    const long = any(Array.from({ length: 5_000 }, (_, index) => plan.equals(`plan ${index}`)));
    expect(storedGates(long)).toContain("too large");
    let deep: Bounds = plan.equals("a");
    for (let level = 0; level < 40; level++) {
      deep = (level % 2 === 0 ? all : any)([deep, age.compares("LessThan", level)]);
    }
    expect(storedGates(deep)).toContain("too large");
  });
});
