import { GatehouseError } from "../errors.ts";
import { isJsonObject, type JsonObject } from "../text/json-object.ts";
import { quote, quotedNames } from "../text/quote.ts";

const trueWord = /^(?:true|yes|y|on)$/i;

/** Reads values of documents that other systems wrote; missing and unusable values are undefined. */
export function textIn(object: JsonObject, name: string): string | undefined {
  const value = memberOf(object, name);
  return typeof value === "string" ? value : undefined;
}

export function numberIn(object: JsonObject, name: string): number | undefined {
  const value = memberOf(object, name);
  return typeof value === "number" ? value : undefined;
}

export function objectIn(object: JsonObject, name: string): JsonObject | undefined {
  const value = memberOf(object, name);
  return isJsonObject(value) ? value : undefined;
}

/** The elements of a list; empty if there is none. */
export function listIn(object: JsonObject, name: string): readonly unknown[] {
  const value = memberOf(object, name);
  return Array.isArray(value) ? value : [];
}

export function objectsIn(object: JsonObject, name: string): readonly JsonObject[] {
  return listIn(object, name).filter(isJsonObject);
}

export function textsIn(object: JsonObject, name: string): readonly string[] {
  return listIn(object, name).filter((each) => typeof each === "string");
}

/** Lists and objects as JSON: `String` would call their own member `toString`. */
export function asText(value: unknown): string {
  return isCompound(value) ? JSON.stringify(value) : String(value);
}

/** NaN for lists and objects: `Number` would call their own member `valueOf`. */
export function asNumber(value: unknown): number {
  return isCompound(value) ? Number.NaN : Number(value);
}

function isCompound(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** An own member, so that a document cannot refer to a member of every object. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether an object has a member with this name that is neither null nor an empty list. */
export function isGiven(object: JsonObject, name: string): boolean {
  const value = memberOf(object, name) ?? null;
  return value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Whether a value is true, or a word for it in YAML 1.1, as Go reads booleans of YAML. */
export function isTrueWord(value: unknown): boolean {
  return value === true || (typeof value === "string" && trueWord.test(value));
}

export function unreadable(why: string): GatehouseError {
  return new GatehouseError("import_invalid", { message: why });
}

/**
 * The environment to import: the chosen one, or the only one. Throws `import_invalid` if the choice
 * is missing or is no environment of the document.
 */
export function chosenEnvironment(names: Iterable<string>, chosen: string | undefined): string {
  const known = [...new Set(names)];
  const [only, second] = known;
  if (chosen !== undefined) {
    if (!known.includes(chosen)) {
      throw unreadable(
        `the document has no environment ${quote(chosen)}, only: ${quotedNames(known, 20)}`,
      );
    }
    return chosen;
  }
  if (only === undefined) {
    throw unreadable("the document has no environment");
  }
  if (second !== undefined) {
    throw unreadable(
      `the document has more than one environment; choose one with --peer-environment: ${quotedNames(known, 20)}`,
    );
  }
  return only;
}

/** Maps each value when it is read. */
export function* mapEach<Value, Result>(
  values: Iterable<Value>,
  map: (value: Value) => Result,
): Generator<Result, void> {
  for (const value of values) {
    yield map(value);
  }
}
