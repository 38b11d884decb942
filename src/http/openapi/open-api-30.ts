import { isJsonObject } from "../../text/json-object.ts";
import { mapJsonMembers } from "./map-json.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the document with its schemas rewritten for OpenAPI 3.0, which lacks `const`, the type
 * `null` and `patternProperties`. Client generators fail on them.
 */
export function asOpenApi30(document: unknown): unknown {
  return mapJsonMembers(document, (key, value) =>
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
      : { properties: mapJsonMembers(properties, (_name, member) => schema30(member)) }),
    ...(items === undefined ? {} : { items: schema30(items) }),
  };
}

/** In OpenAPI 3.0 `null` becomes the flag `nullable`, and several constants one enumeration. */
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
