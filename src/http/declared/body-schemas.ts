import { type TSchema, type TUnsafe, Type } from "@sinclair/typebox";
import { withExample } from "./documented-schemas.ts";

/** Reads a JSON document; undefined for an empty body. Throws the refusal of an invalid one. */
export type ReadDocument<Value> = (document: unknown) => Value;

/** How to read a body that does not consist of parameters. */
export type BodyForm =
  | { readonly kind: "document"; readonly read: ReadDocument<unknown> }
  | { readonly kind: "unread" };

const bodyForm = Symbol("bodyForm");

/**
 * Returns the schema of a body that must be one JSON document. The API's document shows `schema`; the
 * handler gets the result of `read`.
 */
export function jsonDocument<Value>(
  schema: TSchema,
  example: unknown,
  read: ReadDocument<Value>,
): TUnsafe<Value> {
  return withForm<Value>(schema, example, { kind: "document", read });
}

/** Returns the schema of a JSON body that the handler itself reads. */
export function unreadBody(schema: TSchema, example: unknown): TUnsafe<undefined> {
  return withForm<undefined>(schema, example, { kind: "unread" });
}

function withForm<Value>(schema: TSchema, example: unknown, form: BodyForm): TUnsafe<Value> {
  return withExample(Type.Unsafe<Value>({ ...schema, [bodyForm]: form }), example);
}

/** Undefined for a body of parameters. */
export function formOf(body: TSchema): BodyForm | undefined {
  return Reflect.get(body, bodyForm) as BodyForm | undefined;
}
