import { isObject } from "./openapi-problems.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that say nothing about which values match. */
const annotations = ["description", "example", "default", "discriminator"];
/** Their checks are in `satisfies`, or in those of their types. */
const structure = ["type", "nullable", "anyOf", "oneOf", "items", "additionalProperties"];

/** The checks of the other keywords; values of other types are no matter of theirs. */
const checks: Readonly<Record<string, (given: unknown, value: unknown) => boolean>> = {
  enum: (given, value) => Array.isArray(given) && given.includes(value),
  minimum: (given, value) => typeof value !== "number" || value >= Number(given),
  maximum: (given, value) => typeof value !== "number" || value <= Number(given),
  minLength: (given, value) => typeof value !== "string" || [...value].length >= Number(given),
  maxLength: (given, value) => typeof value !== "string" || [...value].length <= Number(given),
  pattern: (given, value) => typeof value !== "string" || new RegExp(String(given)).test(value),
  format: (given, value) => formatCheck(given)(value),
  uniqueItems: (given, value) =>
    given !== true ||
    !Array.isArray(value) ||
    new Set(value.map((item) => JSON.stringify(item))).size === value.length,
  minProperties: (given, value) => !isObject(value) || sizeOf(value) >= Number(given),
  maxProperties: (given, value) => !isObject(value) || sizeOf(value) <= Number(given),
  required: (given, value) =>
    !isObject(value) || (Array.isArray(given) && given.every((key) => String(key) in value)),
  properties: (given, value) =>
    !isObject(value) ||
    Object.entries(isObject(given) ? given : {}).every(
      ([key, member]) => !(key in value) || satisfies(member, value[key]),
    ),
};

const formats: Readonly<Record<string, (value: unknown) => boolean>> = {
  int64: (value) => typeof value !== "number" || Math.abs(value) < 2 ** 63,
  double: () => true,
  "date-time": (value) =>
    typeof value !== "string" ||
    (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) && !Number.isNaN(Date.parse(value))),
  uuid: (value) =>
    typeof value !== "string" || /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value),
};

/**
 * Returns whether a value matches an OpenAPI 3.0 schema without references. Throws for a keyword or
 * a format that it cannot check.
 */
export function satisfies(schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) {
    return false;
  }
  const { anyOf, oneOf } = schema;
  const rules = Object.entries(schema).map(([keyword, given]) => [check(keyword), given] as const);
  const isUnion = Array.isArray(anyOf) || Array.isArray(oneOf);
  if (value === null && !isUnion) {
    return (
      schema.nullable === true || Object.keys(schema).every((key) => annotations.includes(key))
    );
  }
  const matching = (members: readonly unknown[]) =>
    members.filter((member) => satisfies(member, value)).length;
  return (
    isOfType(schema, value) &&
    (!Array.isArray(anyOf) || matching(anyOf) > 0) &&
    (!Array.isArray(oneOf) || matching(oneOf) === 1) &&
    rules.every(([holds, given]) => holds(given, value))
  );
}

function check(keyword: string) {
  if (annotations.includes(keyword) || structure.includes(keyword)) {
    return () => true;
  }
  const found = checks[keyword];
  if (found === undefined) {
    throw new Error(`The keyword ${keyword} is not checked`);
  }
  return found;
}

function formatCheck(name: unknown) {
  const found = formats[String(name)];
  if (found === undefined) {
    throw new Error(`The format ${String(name)} is not checked`);
  }
  return found;
}

function isOfType(schema: Schema, value: unknown): boolean {
  switch (schema.type) {
    case undefined:
      return true;
    case "object":
      return isObject(value) && hasOnlyKnown(schema, value);
    case "array":
      return Array.isArray(value) && value.every((item) => satisfies(schema.items, item));
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === schema.type;
    default:
      throw new Error(`The type ${String(schema.type)} is not checked`);
  }
}

function hasOnlyKnown(schema: Schema, value: Schema): boolean {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const { additionalProperties: others } = schema;
  return Object.entries(value).every(
    ([key, member]) =>
      key in properties || (isObject(others) ? satisfies(others, member) : others !== false),
  );
}

function sizeOf(value: Schema): number {
  return Object.keys(value).length;
}
