import { GatehouseError } from "../../core/errors.ts";
import { quote } from "../../core/text/quote.ts";

/** The format of a Content-Type; `unstated` without a Content-Type. */
export type BodyFormat = "json" | "form" | "unstated";

/** US-ASCII is a subset of UTF-8. */
const charsets: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii"]);

/**
 * Reads a Content-Type in any letter case, with parameters; `+json` types are JSON
 * (docs/api.md#requests). Throws media_type_unsupported for other types and other charsets.
 */
export function bodyFormat(contentType: string | null): BodyFormat {
  if (contentType === "application/json") {
    return "json";
  }
  if (contentType === null || contentType.trim() === "") {
    return "unstated";
  }
  const format = formatIn(contentType);
  if (format === undefined) {
    throw unsupported("JSON or form-encoded", contentType);
  }
  return format;
}

/** Throws media_type_unsupported for a body that must be JSON and is sent as something else. */
export function requireJson(contentType: string | null): void {
  if (contentType === "application/json" || contentType === null || contentType.trim() === "") {
    return;
  }
  if (formatIn(contentType) !== "json") {
    throw unsupported("JSON", contentType);
  }
}

function unsupported(expected: string, contentType: string): GatehouseError {
  return new GatehouseError("media_type_unsupported", {
    message: `The body must be ${expected}, in UTF-8, not ${quote(contentType)}`,
  });
}

/** Undefined for other types and other charsets. */
function formatIn(contentType: string): BodyFormat | undefined {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  return parameters.every(isSupported) ? formatOf(type.trim()) : undefined;
}

function formatOf(type: string): BodyFormat | undefined {
  if (type === "application/json" || (type.includes("/") && type.endsWith("+json"))) {
    return "json";
  }
  return type === "application/x-www-form-urlencoded" ? "form" : undefined;
}

/** Parameters other than `charset` are ignored. */
function isSupported(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=", 2);
  return name.trim() !== "charset" || charsets.has(value.trim().replaceAll('"', ""));
}
