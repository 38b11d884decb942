import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Why a file was not read. */
export type UnreadReason = "too large" | "binary" | "not a file" | "missing" | "unreadable";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const binaryLookLength = 8000;

/** The text of a file, or why it was not read. Follows no link, and waits for no pipe. */
export async function readSmallFile(
  path: string,
  bytesMax: number,
): Promise<{ readonly text: string } | { readonly reason: UnreadReason }> {
  try {
    await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const facts = await file.stat();
    if (!facts.isFile()) {
      return { reason: "not a file" };
    }
    const bytes = Buffer.alloc(Math.min(facts.size, bytesMax) + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    if (facts.size > bytesMax || bytesRead > bytesMax) {
      return { reason: "too large" };
    }
    const read = bytes.subarray(0, bytesRead);
    return read.subarray(0, binaryLookLength).includes(0)
      ? { reason: "binary" }
      : { text: read.toString("utf8") };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return { reason: isMissing ? "missing" : "unreadable" };
  }
}
