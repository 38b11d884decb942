import type { FormField } from "./form-fields.ts";
import { requestInvalid } from "./request-invalid.ts";

/** A parameter is a member of a JSON body, or the fields of that name in a query or form body. */
export type Parameter =
  | { readonly source: "json"; readonly value: unknown }
  | { readonly source: "form"; readonly fields: readonly FormField[] };

/**
 * The parameters of a query or a body by name; any name is safe, even `__proto__`. Each method throws
 * request_invalid with the parameter's name for a value that it cannot return (docs/api.md#requests).
 * A field that is repeated with another value, or sent in two shapes (`name` and `name[]`), is a
 * conflict. Repeated with the same value it counts once. In a JSON object with a repeated member, the
 * last one counts.
 */
export class Parameters {
  static readonly none = new Parameters(new Map());

  readonly #byName: ReadonlyMap<string, Parameter>;

  constructor(byName: ReadonlyMap<string, Parameter>) {
    this.#byName = byName;
  }

  /** True if the parameter was sent in any shape, JSON null included. */
  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /**
   * Returns the single value of a parameter as a text; a JSON number in its usual digits. Undefined
   * if missing or JSON null. Refuses lists, objects, booleans and conflicts, and numbers from 2^53,
   * whose digits JSON.parse has already lost.
   */
  text(name: string): string | undefined {
    const parameter = this.#byName.get(name);
    if (parameter === undefined) {
      return undefined;
    }
    return parameter.source === "form"
      ? onlyField(name, parameter.fields).text
      : textOfJson(name, parameter.value);
  }

  /**
   * Returns the value with any type, for a parameter with its own error for bad values (percentage,
   * code 3). It returns the JSON value; the text of a form field; an array of texts for `name[]`; a
   * Map from brackets to text for `name[x]`. Undefined if missing. Refuses only conflicts, which have
   * no single value.
   */
  raw(name: string): unknown {
    const parameter = this.#byName.get(name);
    if (parameter === undefined) {
      return undefined;
    }
    if (parameter.source === "json") {
      return parameter.value;
    }
    switch (shapeOf(name, parameter.fields)) {
      case "scalar":
        return onlyField(name, parameter.fields).text;
      case "list":
        return parameter.fields.map((field) => field.text);
      case "keyed":
        return new Map(parameter.fields.map((field) => [field.brackets, field.text]));
    }
  }

  /** True for JSON true and for the text `true` in any letter case; `1` is not true. */
  flag(name: string): boolean {
    const parameter = this.#byName.get(name);
    if (parameter === undefined) {
      return false;
    }
    if (parameter.source === "json" && typeof parameter.value === "boolean") {
      return parameter.value;
    }
    return this.text(name)?.toLowerCase() === "true";
  }

  /** As `text`, but still percent-encoded: see `nameListOf`. Undefined for JSON. */
  encodedText(name: string): string | undefined {
    const fields = this.#fields(name);
    return fields === undefined ? undefined : onlyField(name, fields).encoded;
  }

  /**
   * Returns all values of `name`, still percent-encoded, in the order sent; repeated fields are not a
   * conflict here. Undefined if missing, sent as `name[]`, or JSON.
   */
  encodedTexts(name: string): readonly string[] | undefined {
    const fields = this.#fields(name);
    return fields !== undefined && listShape(name, fields) === "scalar"
      ? fields.map((field) => field.encoded)
      : undefined;
  }

  /**
   * Returns the decoded values of `name[]` in the order sent. Undefined if missing or sent as `name`.
   */
  listTexts(name: string): readonly string[] | undefined {
    const fields = this.#fields(name);
    return fields !== undefined && listShape(name, fields) === "list"
      ? fields.map((field) => field.text)
      : undefined;
  }

  /** Returns these parameters, and fills in missing ones from `other`: all of them, or only `names`. */
  withMissingFrom(other: Parameters, names: Iterable<string> = other.#byName.keys()): Parameters {
    const completed = new Map(this.#byName);
    for (const name of names) {
      const parameter = other.#byName.get(name);
      if (parameter !== undefined && !completed.has(name)) {
        completed.set(name, parameter);
      }
    }
    return completed.size === this.#byName.size ? this : new Parameters(completed);
  }

  #fields(name: string): readonly FormField[] | undefined {
    const parameter = this.#byName.get(name);
    return parameter?.source === "form" ? parameter.fields : undefined;
  }
}

type Shape = "scalar" | "list" | "keyed";

function shapeOf(name: string, fields: readonly FormField[]): Shape {
  const shape = shapeOfBrackets(fields[0]?.brackets ?? "");
  if (fields.some((field) => shapeOfBrackets(field.brackets) !== shape)) {
    throw requestInvalid(`parameter ${name} is sent in conflicting shapes`);
  }
  return shape;
}

function shapeOfBrackets(brackets: string): Shape {
  return brackets === "" ? "scalar" : brackets === "[]" ? "list" : "keyed";
}

function listShape(name: string, fields: readonly FormField[]): "scalar" | "list" {
  const shape = shapeOf(name, fields);
  if (shape === "keyed") {
    throw requestInvalid(`parameter ${name} must be a text or a list`);
  }
  return shape;
}

function onlyField(name: string, fields: readonly FormField[]): FormField {
  const [first] = fields;
  if (first === undefined || shapeOf(name, fields) !== "scalar") {
    throw requestInvalid(`parameter ${name} must be a single value`);
  }
  if (fields.some((field) => field.text !== first.text)) {
    throw requestInvalid(`parameter ${name} is sent with conflicting values`);
  }
  return first;
}

function textOfJson(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (typeof value === "string") {
    return value;
  }
  if (typeof value !== "number") {
    throw requestInvalid(`parameter ${name} must be a text or a number`);
  }
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw requestInvalid(`parameter ${name} is too large a number: send it as a text`);
  }
  return String(value);
}
