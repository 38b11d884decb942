import { inflateGzipSync } from "../../../http/request/gzip-body.ts";
import { expandedBytesMax } from "../../messages/submission-limits.ts";

/**
 * What most submissions are smaller than. The inflater that is fastest by far knows no limit, but
 * deflate makes at most 1,032 bytes of one: what lies about its length costs 4 MiB for a moment.
 */
const smallBytesMax = 4 * 1024;
/** A checksum and a length, of 32 bits each, end a gzip. */
const trailerBytes = 8;

/** Inflates a gzip body of a submission; throws as `inflateGzipSync` does. */
export function inflate(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const isSmall = bytes.length <= smallBytesMax && bytes.length > trailerBytes;
  return (isSmall ? inflatedWhole(bytes) : undefined) ?? inflateGzipSync(bytes, expandedBytesMax);
}

/**
 * The content of a gzip that is one member from its first byte to its last and within the limit;
 * undefined for all else, broken or not, which is left to the thorough way.
 */
function inflatedWhole(bytes: Uint8Array<ArrayBuffer>): Uint8Array | undefined {
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - trailerBytes);
  const length = trailer.getUint32(4, true);
  if (length > expandedBytesMax) {
    return undefined;
  }
  try {
    const content = Bun.gunzipSync(bytes, { library: "libdeflate" });
    // It stops after the first member and passes over the rest: then the trailer is another's.
    const isWhole =
      content.length === length && Bun.hash.crc32(content) === trailer.getUint32(0, true);
    return isWhole ? content : undefined;
  } catch {
    return undefined;
  }
}
