import { requestInvalid } from "./request-invalid.ts";

// Reused: a fatal decoder keeps no state between whole decodes.
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a body; request_invalid for bytes that are not UTF-8 (DESIGN.md section 6). One leading
 * byte order mark is dropped: editors and shells on Windows put it before a JSON file, it is no
 * part of the text, and RFC 8259 lets a JSON reader pass over it.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw requestInvalid("the body is not UTF-8", error);
  }
}
