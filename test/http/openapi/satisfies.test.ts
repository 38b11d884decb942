import { expect, test } from "bun:test";
import { satisfies } from "./satisfies.ts";

const object = {
  type: "object",
  required: ["a"],
  properties: { a: { type: "integer", maximum: 5 } },
  additionalProperties: false,
};
const list = { type: "array", items: { type: "string" }, uniqueItems: true };
const id = "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b";

/** A schema, with values that match and values that do not. */
const rows: [name: string, schema: object, matching: unknown[], others: unknown[]][] = [
  [
    "an object",
    object,
    [{ a: 5 }],
    [{}, { a: 6 }, { a: 1.5 }, { a: "1" }, { a: null }, { a: 1, b: 1 }, [], null],
  ],
  ["the bounds of a number", { type: "number", minimum: 1, maximum: 2 }, [1, 1.5], [0, 2.5]],
  [
    "the length of a text",
    { type: "string", minLength: 1, maxLength: 2 },
    ["a", "😀😀"],
    ["", "abc"],
  ],
  ["a pattern", { type: "string", pattern: "^a+$" }, ["aa"], ["ab", ""]],
  ["a list without repetitions", list, [[], ["a", "b"]], [["a", "a"], [1], "a"]],
  [
    "the number of members",
    { type: "object", minProperties: 1, maxProperties: 2 },
    [{ a: 1 }, { a: 1, b: 2 }],
    [{}, { a: 1, b: 2, c: 3 }],
  ],
  [
    "a time",
    { type: "string", format: "date-time" },
    ["2026-01-15T09:30:00.000Z"],
    ["2026-01-15", "2026-13-15T09:30:00.000Z", "today"],
  ],
  ["a UUID", { type: "string", format: "uuid" }, [id], [id.slice(1), ""]],
  ["a large integer", { type: "integer", format: "int64" }, [2 ** 53], [2 ** 63, 0.5]],
  ["an enumeration", { type: "string", enum: ["a", "b"] }, ["a"], ["c", null]],
  ["a text or null", { type: "string", nullable: true }, ["a", null], [1]],
  ["one of", { oneOf: [{ type: "number" }, { type: "integer" }] }, [1.5], [1, "a"]],
  ["any of", { anyOf: [{ type: "number" }, { type: "string" }] }, [1, "a"], [true, null]],
];

test.each(rows)("%s", (_name, schema, matching, others) => {
  expect(matching.filter((value) => !satisfies(schema, value))).toEqual([]);
  expect(others.filter((value) => satisfies(schema, value))).toEqual([]);
});

test("what cannot be checked is a fault", () => {
  const unknown = [{ minItems: 1 }, { $ref: "#/a" }, { type: "file" }, { format: "email" }];
  for (const schema of unknown) {
    expect(() => satisfies(schema, "a")).toThrow("is not checked");
  }
});
