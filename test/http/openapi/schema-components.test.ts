import { expect, test } from "bun:test";
import { SchemaComponents } from "../../../src/http/openapi/schema-components.ts";

const text = { type: "string" };
const nullType = { type: "null" };
const on = { type: "string", const: "on" };
const off = { type: "string", const: "off" };
const named = { $id: "Named", type: "object", properties: { state: on } };
const reference = { $ref: "#/components/schemas/Named" };

/** A schema of TypeBox, and the same schema in OpenAPI 3.0. */
const schemas: [name: string, schema: unknown, schema30: unknown][] = [
  ["a plain type", { type: "string", maxLength: 5 }, { type: "string", maxLength: 5 }],
  ["a constant", on, { type: "string", enum: ["on"] }],
  ["constants", { anyOf: [on, off] }, { type: "string", enum: ["on", "off"] }],
  [
    "constants or null",
    { anyOf: [on, nullType, off] },
    { type: "string", enum: ["on", "off", null], nullable: true },
  ],
  [
    "constants of two types",
    {
      anyOf: [
        {
          anyOf: [
            { type: "number", const: 1 },
            { type: "number", const: 2 },
          ],
        },
        on,
      ],
    },
    {
      anyOf: [
        { type: "integer", enum: [1, 2] },
        { type: "string", enum: ["on"] },
      ],
    },
  ],
  ["a text or null", { anyOf: [nullType, text] }, { type: "string", nullable: true }],
  ["a union", { anyOf: [text, on] }, { anyOf: [text, { type: "string", enum: ["on"] }] }],
  [
    "a union or null",
    { anyOf: [text, nullType, { type: "integer" }] },
    { anyOf: [{ type: "string", nullable: true }, { type: "integer" }] },
  ],
  [
    "a union of a named schema, another and null",
    { anyOf: [named, text, nullType] },
    {
      anyOf: [
        {
          type: "object",
          properties: { state: { type: "string", enum: ["on"] } },
          nullable: true,
        },
        text,
      ],
    },
  ],
  [
    "a union of kinds",
    { anyOf: [text, { type: "integer" }], discriminator: { propertyName: "key" } },
    { oneOf: [text, { type: "integer" }], discriminator: { propertyName: "key" } },
  ],
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
  ["a named schema", named, reference],
  [
    "a named schema in a list",
    { type: "array", items: named },
    { type: "array", items: reference },
  ],
  [
    "a named schema or null",
    { anyOf: [named, nullType] },
    { type: "object", properties: { state: { type: "string", enum: ["on"] } }, nullable: true },
  ],
  ["a recursive schema in itself", { $ref: "Named" }, reference],
];

test.each(schemas)("%s is converted", (_name, schema, schema30) => {
  const document = (inside: unknown) => ({ paths: { "/a": { get: [{ schema: inside }] } } });
  expect(new SchemaComponents().rewrite(document(schema))).toEqual(document(schema30));
});

test("only schemas are changed, and no examples", () => {
  const document = {
    const: 1,
    anyOf: [on],
    tags: [{ name: "a", const: null }],
    version: "1",
    example: { schema: on },
    examples: { a: { value: { schema: named } } },
  };
  const components = new SchemaComponents();
  expect(components.rewrite(document)).toEqual(document);
  expect(components.schemas).toEqual({});
});

test("named schemas become components, sorted; two of one name are a fault", () => {
  const components = new SchemaComponents();
  components.rewrite([{ schema: named }, { schema: { $id: "A", ...text } }, { schema: named }]);
  expect(Object.entries(components.schemas)).toEqual([
    ["A", text],
    ["Named", { type: "object", properties: { state: { type: "string", enum: ["on"] } } }],
  ]);
  expect(() => components.rewrite({ schema: { $id: "A", type: "integer" } })).toThrow(
    "Two schemas have the name A",
  );
});
