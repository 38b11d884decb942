import { describe, expect, test } from "bun:test";
import type { GuardMinute } from "../../../src/core/guards/guard-minute.ts";
import { evidenceLimit, verdict } from "../../../src/core/guards/guard-verdict.ts";
import { type ArmCounts, evidenceOf, guardMinute } from "./guard-minutes.ts";
import { testedGuard } from "./simulate.ts";

interface Minutes {
  readonly count: number;
  readonly enabled: ArmCounts;
  readonly disabled: ArmCounts;
  readonly step?: number;
  readonly buckets?: number;
}

function minutesOf(parts: readonly Minutes[]): readonly GuardMinute[] {
  return parts
    .flatMap(({ count, ...part }) => new Array<Omit<Minutes, "count">>(count).fill(part))
    .map(({ enabled, disabled, ...rest }, minute) =>
      guardMinute(minute, { enabled, disabled }, rest),
    );
}

function stateAfter(...parts: readonly Minutes[]): string {
  return verdict(evidenceOf(minutesOf(parts), testedGuard), testedGuard, 1).state;
}

const usual: Minutes = { count: 30, enabled: [100, 1], disabled: [100, 1] };
const raised: Minutes = { ...usual, enabled: [100, 10] };

describe("an alarm", () => {
  test("comes after a rise, and not without", () => {
    expect(stateAfter(usual)).toBe("within");
    expect(stateAfter(usual, raised)).toBe("alarm");
    expect(stateAfter(usual, { ...raised, enabled: [100, 100] })).toBe("alarm");
  });

  test("does not come after a fall, or an outage of both arms", () => {
    expect(stateAfter(usual, { ...usual, disabled: [100, 30] })).toBe("within");
    expect(stateAfter(usual, { ...usual, enabled: [100, 30], disabled: [100, 30] })).toBe("within");
  });

  test.each([
    [1, "within"],
    [3, "within"],
    [4, "alarm"],
  ])("with all errors in %p buckets: %s", (buckets, state) => {
    const start = { ...usual, enabled: [100, 0], disabled: [100, 0] } as const;
    expect(stateAfter(start, { ...raised, buckets, enabled: [100, 60] })).toBe(state);
  });

  test("needs the rates of its own step to differ", () => {
    const equal = { ...usual, enabled: [100, 10], disabled: [100, 10] } as const;
    expect(stateAfter(usual, raised, { ...equal, count: 1, step: 1 })).toBe("within");
    expect(stateAfter(usual, raised, { ...raised, count: 5, step: 1 })).toBe("alarm");
  });

  test("needs more evidence for more guards and more confidence", () => {
    expect([0.95, 0.99, 0.999].map((confidence) => evidenceLimit({ confidence }, 1))).toEqual([
      20, 100, 1_000,
    ]);
    expect(evidenceLimit(testedGuard, 5)).toBe(100);
    const evidence = evidenceOf(minutesOf([{ ...raised, count: 8 }]), testedGuard);
    const found = verdict(evidence, testedGuard, 1);
    expect(found.state).toBe("alarm");
    const guards = Math.ceil(found.evidence / found.limit);
    expect(verdict(evidence, testedGuard, guards).state).toBe("within");
  });

  test("reports the counts of the step", () => {
    const { counts, distance } = verdict(
      evidenceOf(minutesOf([usual, { ...raised, count: 2, step: 1 }]), testedGuard),
      testedGuard,
      1,
    );
    expect(counts).toEqual({ enabled: { total: 200, bad: 20 }, disabled: { total: 200, bad: 2 } });
    expect(distance).toBeGreaterThan(2.75);
  });

  test("of outcomes that all fail has a finite distance", () => {
    const all = { count: 30, enabled: [160, 160], disabled: [160, 0] } as const;
    const evidence = evidenceOf(minutesOf([all]), testedGuard);
    expect(verdict(evidence, testedGuard, 1)).toMatchObject({ state: "alarm", distance: 1_000 });
  });
});

describe("silence", () => {
  const quiet: Minutes = { count: 5, enabled: [0, 0, 100], disabled: [0, 0, 100] };
  test.each<[string, readonly Minutes[], string]>([
    ["5 minutes without outcomes", [usual, quiet], "silent"],
    ["4 minutes", [usual, { ...quiet, count: 4 }], "within"],
    ["outcomes again", [usual, quiet, { ...usual, count: 1 }], "within"],
    ["no checks either", [usual, { count: 60, enabled: [0, 0, 0], disabled: [0, 0, 0] }], "within"],
    ["outcomes never began", [quiet], "silent"],
    [
      "never began, and few checks",
      [{ ...quiet, enabled: [0, 0, 4], disabled: [0, 0, 4] }],
      "no_data",
    ],
    [
      "few outcomes were to be expected",
      [
        { ...usual, enabled: [1, 0, 100], disabled: [1, 0, 100] },
        { ...quiet, enabled: [0, 0, 90], disabled: [0, 0, 90] },
      ],
      "within",
    ],
    [
      "and later they were",
      [
        { ...usual, enabled: [1, 0, 100], disabled: [1, 0, 100] },
        { ...quiet, enabled: [0, 0, 100], disabled: [0, 0, 100] },
      ],
      "silent",
    ],
  ])("%s", (_, minutes, state) => {
    expect(stateAfter(...minutes)).toBe(state);
  });
});

describe("a mismatch", () => {
  test.each<[string, readonly Minutes[], string]>([
    ["half of the enabled outcomes missing", [{ ...usual, enabled: [50, 1, 100] }], "mismatch"],
    ["half of the disabled outcomes missing", [{ ...usual, disabled: [50, 1, 100] }], "mismatch"],
    ["no enabled outcomes", [{ ...usual, enabled: [0, 0, 100] }], "mismatch"],
    ["a fifth missing", [{ ...usual, enabled: [80, 1, 100] }], "within"],
    [
      "both arms report a third",
      [{ ...usual, enabled: [33, 1, 99], disabled: [33, 1, 99] }],
      "within",
    ],
    ["too few for a decision", [{ ...usual, enabled: [1, 0, 2], disabled: [2, 0, 2] }], "within"],
    [
      "the first 5 minutes of a step",
      [usual, { ...usual, count: 5, step: 1, enabled: [900, 9, 10] }],
      "within",
    ],
    [
      "no checks are reported",
      [{ ...usual, enabled: [100, 1, 0], disabled: [100, 1, 0] }],
      "within",
    ],
    [
      "the next step begins again",
      [
        { ...usual, enabled: [50, 1, 100] },
        { ...usual, step: 1 },
      ],
      "within",
    ],
  ])("%s", (_, minutes, state) => {
    expect(stateAfter(...minutes)).toBe(state);
  });

  test("is no reason to miss an alarm", () => {
    expect(stateAfter(usual, { ...raised, enabled: [100, 40, 300] })).toBe("alarm");
  });
});
