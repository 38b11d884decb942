import { expect, test } from "bun:test";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { isNoticedByMany } from "../../../src/core/evaluation/noticed-change.ts";
import { parseStoredExpression } from "../../../src/core/expressions/expression.ts";

const gates = (changed: Partial<Gates>): Gates => ({ ...closedGates, ...changed });
const time = (percentage: number) => gates({ percentageOfTime: percentage });
const actors = (percentage: number) => gates({ percentageOfActors: percentage });
const expression = (input: unknown) => gates({ expression: parseStoredExpression(input) });
const listed = (count: number) =>
  gates({ actors: Array.from({ length: count }, (_, at) => `User;${10_000 + at}`) });

const isPro = { Equal: [{ Property: "plan" }, "pro"] };

const noticed: [name: string, before: Gates, after: Gates][] = [
  ["everyone by the switch", closedGates, gates({ boolean: true })],
  ["100 % of actors", actors(99), actors(100)],
  ["100 % of the time", time(0), time(100)],
  ["from 40 to 60 %", actors(40), actors(60)],
  ["from 60 to 40 %", actors(60), actors(40)],
  ["two percentages that are half together", time(30), { ...time(30), percentageOfActors: 30 }],
  [
    "back to 0 with another gate left",
    { ...time(10), groups: ["staff"] },
    gates({ groups: ["staff"] }),
  ],
  ["the only actor", listed(1), closedGates],
  ["the only group", gates({ groups: ["staff"] }), closedGates],
  ["an expression that is true", closedGates, expression({ Boolean: [true] })],
  ["an expression of constants", closedGates, expression({ Equal: [1, 1] })],
  ["true without the property", closedGates, expression({ NotEqual: [{ Property: "" }, "x"] })],
  ["true for all but some", closedGates, expression({ Any: [isPro, { Boolean: [true] }] })],
  [
    "100 % in the expression",
    closedGates,
    expression({ PercentageOfActors: [{ Property: "flipper_id" }, 100] }),
  ],
  ["by chance for most", closedGates, expression({ LessThan: [{ Random: [100] }, 70] })],
  ["another feature, which may be enabled", closedGates, expression({ FeatureEnabled: ["other"] })],
  [
    "not another feature, which may be disabled",
    closedGates,
    expression({ Equal: [{ FeatureEnabled: ["other"] }, false] }),
  ],
  ["a true expression is gone", expression({ Boolean: [true] }), closedGates],
  ["101 of 5,000 actors are gone", listed(5_000), listed(4_899)],
];

test.each(noticed)("many notice: %s", (_, before, after) => {
  expect(isNoticedByMany(before, after, Date.UTC(2026, 0, 1))).toBe(true);
});

const unnoticed: [name: string, before: Gates, after: Gates][] = [
  ["nothing", listed(5), listed(5)],
  ["from nobody to 5 %", closedGates, actors(5)],
  ["from 5 to 10 %", time(5), time(10)],
  ["from 60 to 80 %", actors(60), actors(80)],
  ["a first actor", closedGates, listed(1)],
  ["one actor less", listed(2), listed(1)],
  ["100 actors less", listed(5_000), listed(4_900)],
  ["a group", closedGates, gates({ groups: ["staff"] })],
  ["an expression of a property", closedGates, expression(isPro)],
  [
    "100 % of actors, everyone before",
    gates({ percentageOfTime: 100 }),
    {
      ...time(100),
      percentageOfActors: 100,
    },
  ],
];

test.each(unnoticed)("few notice: %s", (_, before, after) => {
  expect(isNoticedByMany(before, after, Date.UTC(2026, 0, 1))).toBe(false);
});
