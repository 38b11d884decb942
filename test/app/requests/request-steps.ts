import fc from "fast-check";

const kinds = [
  ...(["open", "open", "open", "look", "look", "look", "vote", "vote", "vote", "vote"] as const),
  ...([
    "apply",
    "apply",
    "apply",
    "settle",
    "edit",
    "edit",
    "editTime",
    "rebase",
    "rebase",
  ] as const),
  ...(["direct", "direct", "remove", "mirror", "role", "ask", "withdrawVote", "withdraw"] as const),
  ...(["policy", "leave", "adopt", "pass", "race", "race", "bypass", "turnOff"] as const),
  ...(["sneak", "sneak"] as const),
];

/** One step; its numbers select from what exists. */
export interface Step {
  readonly kind: (typeof kinds)[number];
  readonly who: number;
  readonly which: number;
  readonly value: number;
  readonly key: "a" | "b" | "c";
  readonly isStaging: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat({ max: 11 }),
  which: fc.nat({ max: 5 }),
  value: fc.nat({ max: 9 }),
  key: fc.constantFrom("a", "b", "c"),
  isStaging: fc.boolean(),
});

export const histories = (length: number) =>
  fc.record({
    count: fc.integer({ min: 1, max: 2 }),
    steps: fc.array(step, { minLength: length, maxLength: length }),
  });

export interface History {
  readonly count: number;
  readonly steps: readonly Step[];
}
