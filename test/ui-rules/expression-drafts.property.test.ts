import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  expressionFault,
  parseExpression,
  parseStoredExpression,
} from "../../src/core/expressions/expression.ts";
import { operators } from "../../src/core/expressions/operator-registry.ts";
import { type DraftNode, draftJson, draftOf } from "../../src/ui/expressions/draft-node.ts";
import { nodeAt, rangeOfPlace } from "../../src/ui/expressions/draft-path.ts";
import { problemsOf } from "../../src/ui/expressions/draft-problems.ts";
import { argumentCount, shapeNames } from "../../src/ui/expressions/operator-shapes.ts";

const scalars = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const names = operators.map(({ name }) => name);

/** Mostly expressions, with some parts that the server refuses. */
const loose = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc
      .tuple(
        fc.constantFrom(...names, "Nope", "__proto__"),
        fc.array(tie("node"), { maxLength: 3 }),
      )
      .map(([name, args]) => Object.fromEntries([[name, args]])),
    fc.constantFrom<unknown>(null, [], {}, { All: [], Any: [] }, { Property: "plan" }),
  ),
})).node;

function place(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  const found = /^At (.*?): /.exec(text)?.[1] ?? "";
  return found === "the root" ? "" : found;
}

test("a draft becomes the JSON that it was read from, whatever it is", () => {
  fc.assert(
    fc.property(loose, (value) => {
      const json = JSON.stringify(value);
      const draft = draftOf(json);
      expect(draft).not.toBeNull();
      const written = draft === null ? "" : draftJson(draft);
      expect(draftOf(written)).toEqual(draft);
      expect(normalized(JSON.parse(written))).toEqual(normalized(JSON.parse(json)));
    }),
  );
});

test("the server refuses a draft with a problem, and others only because of a constant", () => {
  fc.assert(
    fc.property(loose, (value) => {
      const json = JSON.stringify(value);
      const draft = draftOf(json) as DraftNode;
      const problems = problemsOf(draft);
      let refused: string | null = null;
      try {
        parseExpression(JSON.parse(json));
      } catch (error) {
        refused = place(error);
      }
      if (refused === null) {
        expect([json, problems]).toEqual([json, []]);
      } else if (problems.length === 0) {
        // Which constants operators can have, only the server knows.
        const stored = parseStoredExpression(JSON.parse(json));
        expect([json, expressionFault(stored)]).toEqual([json, expect.any(String)]);
        expect(nodeAt(draft, refused)).toBeDefined();
      } else if (nodeAt(draft, refused) === undefined) {
        // Inside of a part that is no operation, which is one node of the draft.
        expect(problems.some((problem) => refused?.startsWith(problem.place))).toBe(true);
      }
      for (const problem of problems) {
        expect(nodeAt(draft, problem.place)).toBeDefined();
        expect(rangeOfPlace(json, problem.place)).not.toBeNull();
      }
    }),
  );
});

test("the table of operators is the server's", () => {
  const own = shapeNames().map((name) => ({ name, ...argumentCount(name) }));
  const theirs = operators.map(({ name, arity }) => ({ name, ...arity }));
  const byName = (left: { name: string }, right: { name: string }) =>
    left.name < right.name ? -1 : 1;
  expect(own.sort(byName)).toEqual(theirs.sort(byName));
});

/** A single argument of an operator may be without its list. */
function normalized(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(normalized);
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, inner]: [string, unknown]) => [
      name,
      (Array.isArray(inner) ? inner : [inner]).map(normalized),
    ]),
  );
}
