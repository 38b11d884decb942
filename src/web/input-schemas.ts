import { type TSchema, Type } from "@sinclair/typebox";
import { exactFields } from "./contract/shared-models.ts";
import { jsonBody, noBody, noQuery, queryFields } from "./read-input.ts";

/** Texts are as long as UTF-16 counts; the commands count code points where that is the rule. */
export const surrogates = 2;

/** A text of `minLength` to `maxLength` UTF-16 units. */
export const text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength });
export const words = <const Word extends string>(list: readonly Word[]) =>
  Type.Union(list.map((word) => Type.Literal(word)));
export const integer = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
/** A route that takes a JSON body. */
export const body = <Schema extends TSchema>(schema: Schema, bytesMax?: number) => ({
  readBody: jsonBody(schema, bytesMax),
  readQuery: noQuery,
});
/** A route that takes a query. */
export const query = <Schema extends TSchema>(schema: Schema) => ({
  readBody: noBody,
  readQuery: queryFields(schema),
});
/** A route that takes neither. */
export const nothing = { readBody: noBody, readQuery: noQuery };

/** A route that takes an object without members. */
export const empty = body(Type.Object({}, exactFields));
/** The id of anything that is stored. */
export const id = integer(1, Number.MAX_SAFE_INTEGER);
