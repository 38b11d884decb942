import { isJsonObject } from "../../text/json-object.ts";
import { mapped } from "./mapped-json.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * The document with its schemas in the words of OpenAPI 3.0, which knows no `const`, no type `null`
 * and no `patternProperties`; generators of clients stumble over them.
 */
export function asOpenApi30(document: unknown): unknown {
  return mapped(document, (key, value) =>
    key === "schema" ? schema30(value) : asOpenApi30(value),
  );
}

function schema30(schema: unknown): unknown {
  if (!isJsonObject(schema)) {
    return schema;
  }
  const { const: only, anyOf, patternProperties, properties, items, ...rest } = schema;
  return {
    ...rest,
    ...(only === undefined ? {} : { enum: [only] }),
    ...(Array.isArray(anyOf) ? union30(anyOf) : {}),
    ...(isJsonObject(patternProperties)
      ? { additionalProperties: schema30(Object.values(patternProperties)[0]) }
      : {}),
    ...(properties === undefined
      ? {}
      : { properties: mapped(properties, (_name, member) => schema30(member)) }),
    ...(items === undefined ? {} : { items: schema30(items) }),
  };
}

/** `null` is a mark beside a type, not a type, and several constants are one enumeration. */
function union30(members: readonly unknown[]): Json {
  const others = members.filter((member) => !(isJsonObject(member) && member.type === "null"));
  const nullable = others.length < members.length ? { nullable: true } : {};
  const constants = others.map((member) => (isJsonObject(member) ? member.const : undefined));
  const [first] = others;
  if (others.length === 1 && isJsonObject(first)) {
    return { ...asObject(schema30(first)), ...nullable };
  }
  return constants.every((constant) => typeof constant === "string")
    ? { type: "string", enum: constants, ...nullable }
    : { anyOf: others.map(schema30), ...nullable };
}

function asObject(value: unknown): Json {
  return isJsonObject(value) ? value : {};
}
