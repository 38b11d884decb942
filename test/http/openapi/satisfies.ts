import { isObject } from "./openapi-problems.ts";

/** Returns whether a value matches an OpenAPI 3.0 schema; knows the keywords of our document. */
export function satisfies(schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) {
    return false;
  }
  const { anyOf, oneOf, enum: values } = schema;
  const isUnion = Array.isArray(anyOf) || Array.isArray(oneOf);
  if (value === null && !isUnion) {
    return schema.nullable === true || Object.keys(schema).length === 0;
  }
  const matching = (members: readonly unknown[]) =>
    members.filter((member) => satisfies(member, value)).length;
  return (
    isOfType(schema, value) &&
    (!Array.isArray(anyOf) || matching(anyOf) > 0) &&
    (!Array.isArray(oneOf) || matching(oneOf) === 1) &&
    (!Array.isArray(values) || values.includes(value))
  );
}

function isOfType(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  switch (schema.type) {
    case undefined:
      return true;
    case "object":
      return isObject(value) && hasMembers(schema, value);
    case "array":
      return Array.isArray(value) && value.every((item) => satisfies(schema.items, item));
    case "integer":
    case "number":
      return isNumber(schema, value);
    case "string":
      return typeof value === "string" && value.length <= Number(schema.maxLength ?? value.length);
    default:
      return typeof value === schema.type;
  }
}

function isNumber(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  return (
    typeof value === "number" &&
    (schema.type === "number" || Number.isInteger(value)) &&
    value >= Number(schema.minimum ?? value) &&
    value <= Number(schema.maximum ?? value)
  );
}

function hasMembers(
  schema: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const { required, additionalProperties: others } = schema;
  const isComplete = !Array.isArray(required) || required.every((key) => String(key) in value);
  return (
    isComplete &&
    Object.entries(value).every(([key, member]) => {
      if (key in properties) {
        return satisfies(properties[key], member);
      }
      return isObject(others) ? satisfies(others, member) : others !== false;
    })
  );
}
