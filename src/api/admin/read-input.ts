import type { Static, TSchema } from "@sinclair/typebox";
import { GatehouseError } from "../../core/errors.ts";
import { schemaCheck } from "../../http/request/check-json-form.ts";
import { decodeUtf8 } from "../../http/request/decode-utf8.ts";
import { parseFormFields } from "../../http/request/form-fields.ts";
import { parseJson } from "../../http/request/json-document.ts";
import { readBody } from "../../http/request/request-body.ts";
import { requestInvalid } from "../../http/request/request-invalid.ts";
import { rawQuery, refuseReplacedBytes } from "../../http/request/request-url.ts";

const bodyBytesMax = 512 * 1024;
const jsonType = /^application\/json(?:;\s*charset=utf-8)?$/i;

/** A JSON body. Forms of other sites cannot have this type, so every other type is refused. */
export function jsonBody<Schema extends TSchema>(
  schema: Schema,
  bytesMax: number = bodyBytesMax,
): (request: Request) => Promise<Static<Schema>> {
  const check = checkOf(schema);
  return async (request) => {
    requireJsonType(request);
    const bytes = await readBody(
      request,
      { bytesMax, inflatedBytesMax: bytesMax },
      { lengthEnforced: true },
    );
    return check(parseJson(decodeUtf8(bytes)));
  };
}

/** Throws media_type_unsupported unless the body is JSON in UTF-8. */
export function requireJsonType({ headers }: Request): void {
  if (!jsonType.test(headers.get("content-type") ?? "")) {
    throw new GatehouseError("media_type_unsupported", {
      message: "The body must be JSON with the type application/json",
    });
  }
}

/** The query of a route; each parameter at most once, and no unknown parameters. */
export function queryFields<Schema extends TSchema>(
  schema: Schema,
): (request: Request) => Static<Schema> {
  const check = checkOf(schema);
  return (request) => {
    refuseReplacedBytes(request.url);
    const values = new Map<string, unknown>();
    for (const [name, fields] of parseFormFields(rawQuery(request.url))) {
      const [field, another] = fields;
      if (field === undefined || another !== undefined || field.brackets !== "") {
        throw requestInvalid("a parameter is sent more than once, or as a list");
      }
      values.set(name, fieldValue(schema, name, field.text));
    }
    return check(Object.fromEntries(values));
  };
}

/** For routes without a query. Sent parameters are refused, because they would have no effect. */
export function noQuery(request: Request): undefined {
  if (rawQuery(request.url) !== "") {
    throw requestInvalid("the route has no query");
  }
  return undefined;
}

const integer = /^-?\d{1,16}$/;

/** Converts text to a number where the schema needs one. */
function fieldValue(schema: TSchema, name: string, text: string): unknown {
  const properties: Readonly<Record<string, TSchema>> = schema.properties ?? {};
  return properties[name]?.type === "integer" && integer.test(text) ? Number(text) : text;
}

function checkOf<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> {
  return schemaCheck(
    schema,
    ({ message, place }) =>
      new GatehouseError("input_invalid", { message, place: place === "" ? undefined : place }),
  );
}
