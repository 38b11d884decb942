import { type Static, type TSchema, type TVoid, Type } from "@sinclair/typebox";
import { isJsonObject } from "../../core/text/json-object.ts";
import type { DocumentedAnswer } from "../openapi/documented-operation.ts";
import type { DocumentedParameter } from "../openapi/documented-parameter.ts";

type ParameterDetails = Omit<DocumentedParameter, "schema">;
type AnswerDetails = Omit<DocumentedAnswer, "status">;

// Symbols, for the same reason as in sent-values.ts.
const parameterDetails = Symbol("parameterDetails");
const answerDetails = Symbol("answerDetails");
const bodyExample = Symbol("bodyExample");

/** Returns the schema of a parameter with its documentation. */
export function documented<Schema extends TSchema>(
  schema: Schema,
  details: ParameterDetails,
): Schema {
  return { ...schema, [parameterDetails]: details };
}

/** Returns the schema of a body with its documented example. */
export function withExample<Schema extends TSchema>(schema: Schema, example: unknown): Schema {
  return { ...schema, [bodyExample]: example };
}

/** The body of an answer without content. */
export const EmptyObject = Type.Object({}, { additionalProperties: false, $id: "Empty" });

/** An answer with JSON. */
export function documentedJson<Schema extends TSchema>(
  schema: Schema,
  text: string,
  example: Static<Schema>,
  headers: readonly string[] = [],
): Schema {
  return answer(schema, { text, headers, json: { schema, example } });
}

/** An answer with JSON, without an example. */
export function answered<Schema extends TSchema>(schema: Schema, text: string): Schema {
  return answer(schema, { text, json: { schema } });
}

/** An answer without a body. */
export function documentedEmpty(text: string, headers: readonly string[] = []): TVoid {
  return answer(Type.Void(), { text, headers });
}

/** An answer that is a stream of server-sent events. */
export function documentedEvents(text: string, example: string): TSchema {
  return answer(Type.String(), { text, events: example });
}

/** An answer in plain text. */
export function documentedText(text: string, example: string): TSchema {
  return answer(Type.String(), { text, plain: example });
}

/** An answer that is a file. */
export function documentedFile(text: string, mediaType: string): TSchema {
  return answer(Type.Any(), { text, file: mediaType });
}

function answer<Schema extends TSchema>(schema: Schema, details: AnswerDetails): Schema {
  return { ...schema, [answerDetails]: details };
}

/** Returns the documented parameters among the members of an object schema. */
export function documentedParameters(
  members: Readonly<Record<string, TSchema>>,
): Readonly<Record<string, DocumentedParameter>> {
  const shown = Object.entries(members).flatMap(([name, schema]) => {
    const details = Reflect.get(schema, parameterDetails) as ParameterDetails | undefined;
    return details === undefined ? [] : [[name, { ...details, schema }] as const];
  });
  return Object.fromEntries(shown);
}

/** Returns the answers of a route by status. Throws for an answer without a text. */
export function documentedAnswers(
  response: Readonly<Record<string, unknown>>,
): readonly DocumentedAnswer[] {
  return Object.entries(response).map(([status, schema]) => {
    const details = isJsonObject(schema)
      ? (Reflect.get(schema, answerDetails) as AnswerDetails | undefined)
      : undefined;
    if (details === undefined) {
      throw new Error(`The answer ${status} has no text for the document`);
    }
    return { status: Number(status), ...details };
  });
}

export function exampleOf(body: TSchema): unknown {
  return Reflect.get(body, bodyExample);
}
