import { requestInvalid } from "./request-invalid.ts";

const malformedEscape = /%(?![0-9A-Fa-f]{2})/;

/**
 * Decodes the percent escapes of a URL path (a plus stays a plus) to well-formed Unicode. Throws
 * request_invalid for a `%` without two hexadecimal digits and for bytes that are not UTF-8
 * (docs/api.md#requests).
 */
export function percentDecode(text: string): string {
  if (!text.isWellFormed()) {
    throw requestInvalid("the URL or form holds an unpaired surrogate");
  }
  if (!text.includes("%")) {
    return text;
  }
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw requestInvalid(
      malformedEscape.test(text)
        ? "a % must be followed by two hexadecimal digits"
        : "the percent escapes are not UTF-8",
      error,
    );
  }
}

/** As `percentDecode`, for names and values of query strings and form bodies: a plus is a space. */
export function decodeFormComponent(text: string): string {
  return percentDecode(text.includes("+") ? text.replaceAll("+", " ") : text);
}
