import fc from "fast-check";
import { closedGates } from "../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../src/core/evaluation/sorted-set.ts";
import { parseExpression } from "../../src/core/expressions/expression.ts";
import * as noun from "./sample-entities.ts";

export const text = fc.oneof(
  fc.constantFrom(...noun.strangeTexts),
  fc.string({ unit: "binary", minLength: 1, maxLength: 8 }),
);
const texts = fc.array(text, { maxLength: 4 }).map(sortedSet);
const percentage = fc.integer({ min: 0, max: 100 });
const expression = fc.constantFrom(
  null,
  noun.fullGates.expression,
  parseExpression({ PercentageOfActors: ["é", 12.5] }),
);
export const gates = fc.oneof(
  fc.constant(closedGates),
  fc.record({
    boolean: fc.boolean(),
    expression,
    groups: texts,
    actors: texts,
    percentageOfActors: percentage,
    percentageOfTime: percentage,
  }),
);
