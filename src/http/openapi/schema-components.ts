import { isJsonObject, type JsonObject, mapMembers } from "../../core/text/json-object.ts";

/**
 * Rewrites JSON schemas for OpenAPI 3.0, which lacks `const`, the type `null` and
 * `patternProperties`. It stores schemas with an `$id` as components of that name. The `$ref` of a
 * recursive schema refers to them (docs/decisions.md#api-document).
 */
export class SchemaComponents {
  readonly #schemas = new Map<string, unknown>();

  /** The named schemas by name, sorted. */
  get schemas(): JsonObject {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns a value of the document with every schema in it rewritten, or replaced by a reference. */
  rewrite(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((item: unknown) => this.rewrite(item));
    }
    return isJsonObject(value)
      ? mapMembers(value, (member, key) => {
          if (key === "schema") {
            return this.#schema(member);
          }
          return key === "example" || key === "examples" ? member : this.rewrite(member);
        })
      : value;
  }

  /** Throws for two different schemas of one name. */
  #schema(schema: unknown): unknown {
    if (!isJsonObject(schema) || typeof schema.$id !== "string") {
      return isJsonObject(schema) ? this.#plain(schema) : schema;
    }
    const { $id: name, ...rest } = schema;
    const plain = this.#plain(rest);
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(plain)) {
      throw new Error(`Two schemas have the name ${name}`);
    }
    this.#schemas.set(name, plain);
    return { $ref: `#/components/schemas/${name}` };
  }

  #plain(schema: JsonObject): JsonObject {
    const { const: only, anyOf, patternProperties, properties, items, $ref, ...rest } = schema;
    if (typeof $ref === "string") {
      return { $ref: `#/components/schemas/${$ref}` };
    }
    // Generators need to know that exactly one member matches.
    const keyword = rest.discriminator === undefined ? "anyOf" : "oneOf";
    return {
      ...rest,
      ...(only === undefined ? {} : { enum: [only] }),
      ...(Array.isArray(anyOf) ? this.#union(anyOf, keyword) : {}),
      ...(isJsonObject(patternProperties)
        ? { additionalProperties: this.#schema(Object.values(patternProperties)[0]) }
        : {}),
      ...(isJsonObject(properties)
        ? { properties: mapMembers(properties, (member) => this.#schema(member)) }
        : {}),
      ...(items === undefined ? {} : { items: this.#schema(items) }),
    };
  }

  /**
   * In OpenAPI 3.0 `null` becomes the flag `nullable`, and several constants become one enumeration.
   */
  #union(members: readonly unknown[], keyword: "anyOf" | "oneOf"): JsonObject {
    const others = members.filter((member) => !(isJsonObject(member) && member.type === "null"));
    const isNullable = others.length < members.length;
    const nullable = isNullable ? { nullable: true } : {};
    const [first, ...rest] = others;
    if (isJsonObject(first) && rest.length === 0) {
      return this.#nullable(first);
    }
    const type = typeOfConstants(others);
    return type === undefined
      ? {
          [keyword]: [
            isNullable && isJsonObject(first) ? this.#nullable(first) : this.#schema(first),
            ...rest.map((each) => this.#schema(each)),
          ],
        }
      : {
          type,
          enum: [...others.flatMap(constantOf), ...(isNullable ? [null] : [])],
          ...nullable,
        };
  }

  /**
   * `nullable` needs a type in the same schema, so the first member of a union gets it. The member is
   * a copy, because OpenAPI 3.0 has no nullable references.
   */
  #nullable({ $id: _, ...schema }: JsonObject): JsonObject {
    return { ...this.#plain(schema), nullable: true };
  }
}

/** Returns the common type of constants; undefined for other schemas. */
function typeOfConstants(members: readonly unknown[]): string | undefined {
  const types = members.map((member) =>
    isJsonObject(member) && member.const !== undefined ? typeOfConstant(member) : undefined,
  );
  return new Set(types).size === 1 ? types[0] : undefined;
}

/** Generated clients read numbers without a type as floating-point numbers. */
function typeOfConstant({ type, const: value }: JsonObject): string | undefined {
  if (type === "number" && Number.isInteger(value)) {
    return "integer";
  }
  return typeof type === "string" ? type : undefined;
}

function constantOf(schema: unknown): readonly unknown[] {
  return isJsonObject(schema) ? [schema.const] : [];
}
