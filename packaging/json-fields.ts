import { KindGuard, type TSchema } from "@sinclair/typebox";

/** A field of a JSON document, for a table. */
export interface JsonField {
  /** Such as `tokens[].id`. */
  readonly path: string;
  /** The type of the value, such as `integer or null`. */
  readonly form: string;
  /** A sentence; empty if the schema has none. */
  readonly meaning: string;
}

const containers: ReadonlySet<string> = new Set(["object", "array"]);

interface Found {
  readonly forms: Set<string>;
  meaning: string;
}

/**
 * The fields of the documents that a schema allows. A description such as "a slug" is the form of a
 * field; any other description is its meaning.
 */
export function jsonFields(schema: TSchema): readonly JsonField[] {
  const found = new Map<string, Found>();
  collect(schema, "", found);
  const fields = Array.from(found, ([path, { forms, meaning }]) => ({
    path,
    form: alternatives([...forms]),
    meaning,
  }));
  // The paths of their fields contain the same information.
  return fields.filter(({ form, meaning }) => meaning !== "" || !containers.has(form));
}

/** Adds the fields of a value of the schema, and the forms of the value itself to its own field. */
function collect(schema: TSchema, path: string, found: Map<string, Found>): void {
  const { description = "" } = schema;
  if (namesForm.test(description) && !holdsFields(schema)) {
    add(path, description, "", found);
    if (KindGuard.IsUnion(schema) && schema.anyOf.some((part) => KindGuard.IsNull(part))) {
      add(path, "null", "", found);
    }
    return;
  }
  add(path, undefined, description, found);
  if (KindGuard.IsUnion(schema) || KindGuard.IsIntersect(schema)) {
    for (const part of KindGuard.IsUnion(schema) ? schema.anyOf : schema.allOf) {
      collect(part, path, found);
    }
  } else if (KindGuard.IsObject(schema)) {
    add(path, "object", "", found);
    for (const [name, property] of Object.entries(schema.properties)) {
      collect(property, path === "" ? name : `${path}.${name}`, found);
    }
  } else if (KindGuard.IsArray(schema)) {
    collectItems(schema.items, path, found);
  } else if (!KindGuard.IsUndefined(schema)) {
    add(path, formOf(schema), "", found);
  }
}

function collectItems(items: TSchema, path: string, found: Map<string, Found>): void {
  if (holdsFields(items)) {
    add(path, "array", "", found);
    collect(items, `${path}[]`, found);
    return;
  }
  const forms = new Map<string, Found>();
  collect(items, "item", forms);
  add(path, `array of ${alternatives([...(forms.get("item")?.forms ?? [])])}`, "", found);
}

const namesForm = /^(?:an?|at most|one of) /;

function holdsFields(schema: TSchema): boolean {
  return KindGuard.IsUnion(schema)
    ? schema.anyOf.some(holdsFields)
    : KindGuard.IsObject(schema) || KindGuard.IsIntersect(schema) || KindGuard.IsArray(schema);
}

function add(
  path: string,
  form: string | undefined,
  meaning: string,
  found: Map<string, Found>,
): void {
  if (path === "") {
    return;
  }
  const field = found.get(path) ?? { forms: new Set<string>(), meaning: "" };
  found.set(path, field);
  if (form !== undefined) {
    field.forms.add(form);
  }
  field.meaning ||= meaning;
}

/** The form of a value without fields. */
function formOf(schema: TSchema): string {
  if (KindGuard.IsLiteral(schema)) {
    return `\`${JSON.stringify(schema.const)}\``;
  }
  if (KindGuard.IsRecord(schema)) {
    const [values] = Object.values(schema.patternProperties);
    return values === undefined || KindGuard.IsUnknown(values)
      ? "object"
      : `object with values of ${formOf(values)}`;
  }
  const kind = Object.entries(scalars).find(([, isKind]) => isKind(schema))?.[0];
  if (kind === undefined) {
    throw new Error(
      `A field of a JSON answer has a schema without a form: ${JSON.stringify(schema)}`,
    );
  }
  return kind;
}

const scalars: Readonly<Record<string, (schema: unknown) => boolean>> = {
  string: (schema) => KindGuard.IsString(schema) || KindGuard.IsRegExp(schema),
  integer: KindGuard.IsInteger,
  number: KindGuard.IsNumber,
  boolean: KindGuard.IsBoolean,
  null: KindGuard.IsNull,
  "object of the same form": (schema) => KindGuard.IsThis(schema) || KindGuard.IsRef(schema),
  "any JSON": (schema) => KindGuard.IsUnknown(schema) || KindGuard.IsAny(schema),
};

function alternatives(forms: readonly string[]): string {
  const [last = "", ...others] = forms.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} or ${last}`;
}
