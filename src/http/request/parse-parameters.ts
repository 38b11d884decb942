import { decodeUtf8 } from "./decode-utf8.ts";
import { parseFormFields } from "./form-fields.ts";
import { parseJson } from "./json-document.ts";
import { type BodyFormat, bodyFormat, requireJson } from "./media-type.ts";
import { type Parameter, Parameters } from "./parameters.ts";
import { requestInvalid } from "./request-invalid.ts";
import { isBlank } from "./white-space.ts";

/** Parses a raw query string without its `?`. Throws request_invalid if it cannot be decoded. */
export function parseQuery(search: string): Parameters {
  return search === "" ? Parameters.none : formParameters(search);
}

/**
 * Parses a body by its media type (docs/api.md#requests). A body that is empty or only white space
 * has no parameters, and its type is not checked. Throws media_type_unsupported, and request_invalid
 * for a body that cannot be decoded and for JSON that is not an object.
 */
export function parseBody(bytes: Uint8Array, contentType: string | null): Parameters {
  if (isBlank(bytes)) {
    return Parameters.none;
  }
  const stated = bodyFormat(contentType);
  const text = decodeUtf8(bytes);
  return formatOf(stated, text) === "json"
    ? objectParameters(parseJson(text))
    : formParameters(text);
}

/**
 * Parses a body that is one JSON document, such as an expression or an import. Undefined for a body
 * that is empty or only white space. A body without Content-Type is read as JSON. Throws as
 * `parseBody` does; a form is media_type_unsupported.
 */
export function parseJsonBody(bytes: Uint8Array, contentType: string | null): unknown {
  if (isBlank(bytes)) {
    return undefined;
  }
  requireJson(contentType);
  return parseJson(decodeUtf8(bytes));
}

/**
 * Returns the parameters of a write: the parameters of the body, and missing ones from the query. The
 * query supplies only `queryNames`, or for DELETE everything (docs/api.md#requests).
 */
export function mergeParameters(
  query: Parameters,
  body: Parameters,
  { method, queryNames }: { readonly method: string; readonly queryNames: readonly string[] },
): Parameters {
  return method === "DELETE"
    ? body.withMissingFrom(query)
    : body.withMissingFrom(query, queryNames);
}

function formParameters(encoded: string): Parameters {
  const byName = new Map<string, Parameter>();
  for (const [name, fields] of parseFormFields(encoded)) {
    byName.set(name, { source: "form", fields });
  }
  return new Parameters(byName);
}

function objectParameters(document: unknown): Parameters {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw requestInvalid("the JSON body must be an object");
  }
  const byName = new Map<string, Parameter>();
  for (const [name, value] of Object.entries(document)) {
    byName.set(name, { source: "json", value });
  }
  return new Parameters(byName);
}

function formatOf(stated: BodyFormat, text: string): "json" | "form" {
  return stated === "unstated" ? (text.trimStart().startsWith("{") ? "json" : "form") : stated;
}
