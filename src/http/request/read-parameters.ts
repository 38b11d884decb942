import { GatehouseError } from "../../errors.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { parseFormFields } from "./form-fields.ts";
import { parseJson } from "./json-document.ts";
import { type BodyFormat, bodyFormat } from "./media-type.ts";
import { type Parameter, Parameters } from "./parameters.ts";
import { requestInvalid } from "./request-invalid.ts";

/** Parameters that are read from the query also where a body may carry them (DESIGN.md section 6). */
const queryNames: readonly string[] = ["allow_unregistered_groups"];

/** Reads a raw query string, without its `?`; request_invalid for what cannot be decoded. */
export function queryParameters(search: string): Parameters {
  return search === "" ? Parameters.none : formParameters(search);
}

/**
 * Reads a body by its media type (DESIGN.md section 6). One that is empty or only white space has
 * no parameters, whatever its type. Throws media_type_unsupported, and request_invalid for what
 * cannot be decoded and for JSON that is no object.
 */
export function bodyParameters(bytes: Uint8Array, contentType: string | null): Parameters {
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
 * The whole document of a body that is no set of parameters: an expression, an import. Undefined
 * for a body that is empty or only white space. A body without Content-Type is taken as JSON.
 * Throws as `bodyParameters` does; a form is media_type_unsupported.
 */
export function jsonDocument(bytes: Uint8Array, contentType: string | null): unknown {
  if (isBlank(bytes)) {
    return undefined;
  }
  if (bodyFormat(contentType) === "form") {
    throw new GatehouseError("media_type_unsupported", "The body must be JSON");
  }
  return parseJson(decodeUtf8(bytes));
}

/**
 * What a write says: its body, then of the query `allow_unregistered_groups` and, on DELETE,
 * everything, each only where the body lacks it (DESIGN.md section 6).
 */
export function mergeParameters(query: Parameters, body: Parameters, method: string): Parameters {
  return method === "DELETE" ? body.completedBy(query) : body.completedBy(query, queryNames);
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

/** Nothing but ASCII white space: a lone line break is no parameter. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
