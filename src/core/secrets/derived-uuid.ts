import { createHash } from "node:crypto";

/** The UUID (version 8) of a text: the same text has the same one, also after a restart. */
export function derivedUuid(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}
