import {
  FormatRegistry,
  Kind,
  type Static,
  type TArray,
  type TSchema,
  TypeGuard,
  TypeRegistry,
} from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";

// TypeBox refuses every text whose format it does not know.
FormatRegistry.Set("date-time", (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text));
FormatRegistry.Set("uuid", (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text));

/**
 * A list of unique texts. TypeBox hashes every byte of unique items, which takes seconds for the
 * longest lists; a set of texts takes milliseconds.
 */
const uniqueTexts = "UniqueTexts";
TypeRegistry.Set<{ readonly list: TArray }>(
  uniqueTexts,
  ({ list }, value) =>
    Value.Check(list, value) && Array.isArray(value) && new Set(value).size === value.length,
);

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** Returns the value with the type of its model. Throws, with the place, unless it matches. */
export function modelled<Model extends TSchema>(model: Model, value: unknown): Static<Model> {
  const check = checkOf(model);
  if (!check.Check(value)) {
    const problem = check.Errors(value).First();
    throw new Error(`${problem?.message} at ${problem?.path}: ${JSON.stringify(value)}`);
  }
  return value;
}

/** Each model is compiled once, as thousands of answers are checked with it. */
function checkOf(model: TSchema): TypeCheck<TSchema> {
  let check = checks.get(model);
  if (check === undefined) {
    const quick = withUniqueTexts(model);
    if (!TypeGuard.IsSchema(quick)) {
      throw new Error("the model is no schema");
    }
    check = TypeCompiler.Compile(quick);
    checks.set(model, check);
  }
  return check;
}

function withUniqueTexts(part: unknown): unknown {
  if (typeof part !== "object" || part === null) {
    return part;
  }
  if (Array.isArray(part)) {
    return part.map(withUniqueTexts);
  }
  if (TypeGuard.IsArray(part) && part.uniqueItems === true && TypeGuard.IsString(part.items)) {
    return { ...part, [Kind]: uniqueTexts, list: { ...part, uniqueItems: false } };
  }
  // TypeBox keeps what it needs under symbols.
  return Object.fromEntries(
    Reflect.ownKeys(part).map((key) => [key, withUniqueTexts(Reflect.get(part, key))]),
  );
}
