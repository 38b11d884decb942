/** Identifies a file's content: its SHA-256 in hexadecimal, and its length. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads a stream to its end and calls `onChunk` with each chunk. */
export async function digestOf(
  stream: ReadableStream<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void = () => undefined,
): Promise<Digest> {
  const hasher = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for await (const chunk of stream) {
    hasher.update(chunk);
    bytes += chunk.length;
    onChunk(chunk);
  }
  return { bytes, sha256: hasher.digest("hex") };
}
