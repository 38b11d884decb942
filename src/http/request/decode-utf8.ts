import { requestInvalid } from "./request-invalid.ts";

// Reused: a fatal decoder keeps no state between whole decodes.
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a body. Throws request_invalid for bytes that are not UTF-8 (docs/api.md#requests). One
 * leading byte order mark is dropped: Windows editors and shells write it before JSON, and RFC 8259
 * allows a parser to ignore it.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw requestInvalid("the body is not UTF-8", error);
  }
}
