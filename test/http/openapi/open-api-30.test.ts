import { expect, test } from "bun:test";
import { asOpenApi30 } from "../../../src/http/openapi/open-api-30.ts";

const text = { type: "string" };
const nullType = { type: "null" };
const on = { type: "string", const: "on" };
const off = { type: "string", const: "off" };

/** A schema of TypeBox, and the same schema in OpenAPI 3.0. */
const schemas: [name: string, schema: unknown, schema30: unknown][] = [
  ["a plain type", { type: "string", maxLength: 5 }, { type: "string", maxLength: 5 }],
  ["a constant", on, { type: "string", enum: ["on"] }],
  ["constants", { anyOf: [on, off] }, { type: "string", enum: ["on", "off"] }],
  [
    "constants or null",
    { anyOf: [on, nullType, off] },
    { type: "string", enum: ["on", "off"], nullable: true },
  ],
  ["a text or null", { anyOf: [nullType, text] }, { type: "string", nullable: true }],
  ["a union", { anyOf: [text, on] }, { anyOf: [text, { type: "string", enum: ["on"] }] }],
  [
    "a record",
    { type: "object", patternProperties: { "^(.*)$": on } },
    { type: "object", additionalProperties: { type: "string", enum: ["on"] } },
  ],
  [
    "a list",
    { type: "array", items: on },
    { type: "array", items: { type: "string", enum: ["on"] } },
  ],
  [
    "an object",
    { type: "object", properties: { const: on, anyOf: text } },
    { type: "object", properties: { const: { type: "string", enum: ["on"] }, anyOf: text } },
  ],
  ["anything", {}, {}],
  [
    "a closed object",
    { type: "object", additionalProperties: false },
    { type: "object", additionalProperties: false },
  ],
];

test.each(schemas)("%s is converted", (_name, schema, schema30) => {
  const document = (inside: unknown) => ({ paths: { "/a": { get: [{ schema: inside }] } } });
  expect(asOpenApi30(document(schema))).toEqual(document(schema30));
});

test("only schemas are changed", () => {
  const document = { const: 1, anyOf: [on], tags: [{ name: "a", const: null }], version: "1" };
  expect(asOpenApi30(document)).toEqual(document);
});
