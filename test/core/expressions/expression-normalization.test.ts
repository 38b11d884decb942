import { describe, expect, test } from "bun:test";
import { parseExpression } from "../../../src/core/expressions/expression.ts";

/** JSON as it is sent, and the text that is stored. */
const writes: readonly (readonly [written: string, stored: string])[] = [
  ['{"All":[true]}', '{"All":[true]}'],
  ['{"All":true}', '{"All":[true]}'],
  ['{"Any":{"Property":["a"]}}', '{"Any":[{"Property":["a"]}]}'],
  ['{"Any":{"Property":"a"}}', '{"Any":[{"Property":["a"]}]}'],
  ['{"Property":"plan"}', '{"Property":["plan"]}'],
  ['{"Property":["plan"]}', '{"Property":["plan"]}'],
  ['{"String":""}', '{"String":[""]}'],
  ['{"Equal":[{"Property":"plan"},"pro"]}', '{"Equal":[{"Property":["plan"]},"pro"]}'],
  [
    '{"Any":[{"Equal":[{"Property":["plan"]},{"String":["pro"]}]}]}',
    '{"Any":[{"Equal":[{"Property":["plan"]},{"String":["pro"]}]}]}',
  ],
  ['{"Now":[]}', '{"Now":[]}'],
  ['{"Random":[]}', '{"Random":[]}'],
  ['{"Random":10}', '{"Random":[10]}'],
  ['{"Number":-0}', '{"Number":[0]}'],
  ['{"Number":5.0}', '{"Number":[5]}'],
  ['{"Number":9007199254740991}', '{"Number":[9007199254740991]}'],
  ['{"Number":-9007199254740991}', '{"Number":[-9007199254740991]}'],
  ['{"Number":4503599627370495.5}', '{"Number":[4503599627370495.5]}'],
  ['{"Boolean":false}', '{"Boolean":[false]}'],
  ['{"String":"\\u0000\\u2028 Zürich 🎉"}', '{"String":["\\u0000\u2028 Zürich 🎉"]}'],
  ['{"String":"__proto__"}', '{"String":["__proto__"]}'],
  ['{"FeatureEnabled":"search"}', '{"FeatureEnabled":["search"]}'],
];

describe("arguments are stored as lists, also if they were sent without", () => {
  for (const [written, stored] of writes) {
    test(written, () => {
      expect(JSON.stringify(parseExpression(JSON.parse(written)))).toBe(stored);
    });
  }
});

test("a negative zero is stored as 0, as in its JSON text", () => {
  expect(parseExpression({ Number: [-0] })).toStrictEqual({ Number: [0] });
});

test("the expression has no reference to the input", () => {
  const list = ["plan"];
  const expression = parseExpression({ All: [{ Property: list }] });
  list.push("later");
  expect(JSON.stringify(expression)).toBe('{"All":[{"Property":["plan"]}]}');
});
