import type { FormField } from "./form-fields.ts";
import { requestInvalid } from "./request-invalid.ts";

/** A parameter is a member of a JSON body, or the fields of that name in a query or form body. */
export type Parameter =
  | { readonly source: "json"; readonly value: unknown }
  | { readonly source: "form"; readonly fields: readonly FormField[] };

/**
 * What a query or a body says, by name; any name is safe, `__proto__` included. Each way of reading
 * throws request_invalid, naming the parameter, for what it cannot give (DESIGN.md section 6). For
 * all of them a field that is repeated with another value, or sent in two shapes (`name` and
 * `name[]`), is in conflict with itself; repeated with the same value it counts once. A JSON object
 * with a repeated member is not refused: the last one counts.
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
   * The one value of a parameter that is a text; a JSON number in its usual digits. Undefined when
   * missing or JSON null. Lists, objects, booleans and conflicts are refused, and so are numbers
   * past 2^53, whose digits JSON.parse has already lost.
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
   * The value whatever its type, for a parameter whose own rule tells bad values apart (percentage,
   * code 3): the JSON value; the text of a form field; an array of texts for `name[]`; a Map from
   * brackets to text for `name[x]`. Undefined when missing. Refuses only conflicts: they are no
   * value of any type.
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

  /** True for JSON true and for the text `true` in any letter case; `1` is not true (WIRE.md B.3). */
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

  /** As `text`, but still percent-encoded: see `splitEncodedList`. JSON has no such form: undefined. */
  encodedText(name: string): string | undefined {
    const fields = this.#fields(name);
    return fields === undefined ? undefined : onlyField(name, fields).encoded;
  }

  /**
   * Every value of a plain field, still percent-encoded, in order; here repeating is no conflict.
   * Undefined when missing or sent as `name[]`.
   */
  encodedTexts(name: string): readonly string[] | undefined {
    const fields = this.#fields(name);
    return fields !== undefined && listShape(name, fields) === "scalar"
      ? fields.map((field) => field.encoded)
      : undefined;
  }

  /** The decoded values of `name[]`, in order. Undefined when missing or sent as plain `name`. */
  listTexts(name: string): readonly string[] | undefined {
    const fields = this.#fields(name);
    return fields !== undefined && listShape(name, fields) === "list"
      ? fields.map((field) => field.text)
      : undefined;
  }

  /** These parameters and, where they lack one, the other's: all of them, or only those named. */
  completedBy(other: Parameters, names: Iterable<string> = other.#byName.keys()): Parameters {
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
