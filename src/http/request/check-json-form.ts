import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { problemOf } from "./schema-problem.ts";

/** Why a value does not match a schema. */
export interface SchemaProblem {
  /** The problem, with its path. */
  readonly message: string;
  /** The path in the value, such as `add[3]`; empty for the value itself. */
  readonly place: string;
}

const compiledSchemas = new WeakMap<TSchema, TypeCheck<TSchema>>();

/**
 * Returns a function that checks a value, and throws the result of `refuse` for the first problem.
 * The first value compiles the schema, because most routes are rarely used.
 */
export function schemaCheck<Schema extends TSchema>(
  schema: Schema,
  refuse: (problem: SchemaProblem) => Error,
): (value: unknown) => Static<Schema> {
  return (value) => {
    const compiled = compiledSchemas.getOrInsertComputed(schema, TypeCompiler.Compile);
    if (compiled.Check(value)) {
      return value;
    }
    const { path, message: reason } = problemOf(compiled.Errors(value).First());
    const place = placeOf(path);
    throw refuse({ message: place === "" ? reason : `${place}: ${reason}`, place });
  };
}

const placeLengthMax = 100;

/** `add[3]` for the pointer `/add/3`. */
function placeOf(pointer: string): string {
  return pointer
    .slice(1, placeLengthMax)
    .replaceAll(/\/(\d+)(?=\/|$)/g, "[$1]")
    .replaceAll("/", ".");
}
