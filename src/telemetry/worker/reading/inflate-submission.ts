import { inflateGzipSync } from "../../../http/request/gzip-body.ts";
import { expandedBytesMax } from "../../messages/submission-limits.ts";

/**
 * The largest body that libdeflate inflates; most submissions are smaller. It is by far the fastest
 * library, but has no limit of its output. Deflate expands at most 1,032 times, so a body that
 * declares a wrong length takes at most 4 MiB.
 */
const smallBytesMax = 4 * 1024;
/** A gzip member ends with a checksum and a length of 32 bits each. */
const trailerBytes = 8;

/** Inflates the gzip body of a submission; throws the errors of `inflateGzipSync`. */
export function inflateSubmission(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const isSmall = bytes.length <= smallBytesMax && bytes.length > trailerBytes;
  return (
    (isSmall ? inflateSingleMember(bytes) : undefined) ?? inflateGzipSync(bytes, expandedBytesMax)
  );
}

/**
 * Returns the content of a gzip with a single member of at most `expandedBytesMax` bytes; undefined
 * for everything else, valid or not, which `inflateGzipSync` then handles.
 */
function inflateSingleMember(bytes: Uint8Array<ArrayBuffer>): Uint8Array | undefined {
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - trailerBytes);
  const length = trailer.getUint32(4, true);
  if (length > expandedBytesMax) {
    return undefined;
  }
  try {
    const content = Bun.gunzipSync(bytes, { library: "libdeflate" });
    // libdeflate ignores the bytes after the first member. The last bytes are then not the trailer
    // of that member, and do not match its content.
    const isWhole =
      content.length === length && Bun.hash.crc32(content) === trailer.getUint32(0, true);
    return isWhole ? content : undefined;
  } catch {
    return undefined;
  }
}
