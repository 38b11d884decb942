import type { TSchema } from "@sinclair/typebox";
import type { ValueError } from "@sinclair/typebox/errors";
import { isJsonObject } from "../../core/text/json-object.ts";

/** Why a value does not match a schema, and the JSON pointer of the part that does not. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

interface Alternative {
  readonly schema: TSchema;
  readonly problem: () => Problem;
}

/**
 * The problem of an error. For a union the library only says that it expects one: then it is the
 * problem of the alternative that was meant, or of all of them.
 */
export function problemOf(error: ValueError | undefined): Problem {
  if (error === undefined) {
    return { path: "", message: "Invalid" };
  }
  const { path, message, schema, value, errors } = error;
  const words = wordsOf(schema);
  if (words !== null && words.length > 1) {
    return { path, message: expectedWord(words) };
  }
  if (errors.length === 0 || schema.anyOf === undefined) {
    return { path, message };
  }
  const alternatives = alternativesOf(schema).map((each, index) => ({
    schema: each,
    problem: () => problemOf(errors[index]?.First()),
  }));
  const notNull = alternatives.filter((each) => each.schema.type !== "null");
  const found = problemOfAlternatives(path, value, notNull);
  return notNull.length < alternatives.length && found.path === path
    ? { path, message: `${found.message} or null` }
    : found;
}

function problemOfAlternatives(
  path: string,
  value: unknown,
  alternatives: readonly Alternative[],
): Problem {
  const named = isJsonObject(value) ? namedAlternatives(alternatives) : null;
  if (named === null || !isJsonObject(value)) {
    return joined(path, alternatives);
  }
  const { member, byWord } = named;
  const meant = byWord.get(value[member]);
  return meant === undefined
    ? { path: `${path}/${member}`, message: expectedWord([...byWord.keys()]) }
    : meant.problem();
}

/** The member whose words name the alternatives, such as `kind`; null if there is none. */
function namedAlternatives(alternatives: readonly Alternative[]) {
  const [first, ...others] = alternatives;
  const members = Object.keys(propertiesOf(first?.schema));
  for (const member of others.length > 0 ? members : []) {
    const byWord = new Map<unknown, Alternative>();
    for (const alternative of alternatives) {
      for (const word of wordsOf(propertiesOf(alternative.schema)[member]) ?? [undefined]) {
        byWord.set(word, alternative);
      }
    }
    if (!byWord.has(undefined) && byWord.size >= alternatives.length) {
      return { member, byWord };
    }
  }
  return null;
}

/** What is wrong with each alternative: `Expected integer or string`, `zone: Expected string, or …`. */
function joined(path: string, alternatives: readonly Alternative[]): Problem {
  const [only, ...others] = alternatives.map(({ problem }) => problem());
  if (only !== undefined && others.length === 0) {
    return only;
  }
  const problems = [only, ...others].filter((each) => each !== undefined);
  const expected = "Expected ";
  if (problems.every((each) => each.path === path && each.message.startsWith(expected))) {
    const kinds = problems.map((each) => each.message.slice(expected.length));
    return { path, message: `${expected}${[...new Set(kinds)].join(" or ")}` };
  }
  const reasons = problems.map((each) => {
    const member = each.path.slice(path.length + 1).replaceAll("/", ".");
    return member === "" ? each.message : `${member}: ${each.message}`;
  });
  return { path, message: [...new Set(reasons)].join(", or ") };
}

function expectedWord(words: readonly unknown[]): string {
  return words.length === 1 ? `Expected ${words[0]}` : `Expected one of ${words.join(", ")}`;
}

/** The texts that a schema of texts allows; null for another schema. */
function wordsOf(schema: TSchema | undefined): readonly string[] | null {
  const words: unknown[] =
    schema?.const === undefined ? alternativesOf(schema).map((each) => each.const) : [schema.const];
  return words.length > 0 && words.every((word) => typeof word === "string") ? words : null;
}

function alternativesOf(schema: TSchema | undefined): readonly TSchema[] {
  const anyOf: unknown = schema?.anyOf;
  return Array.isArray(anyOf) ? anyOf : [];
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return schema?.properties ?? {};
}
