/** What tells a file from every other: its SHA-256 in hexadecimal, and its length. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads a stream to its end, and has each piece taken on its way. */
export async function digestOf(
  stream: ReadableStream<Uint8Array>,
  take: (chunk: Uint8Array) => void = () => undefined,
): Promise<Digest> {
  const hasher = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for await (const chunk of stream) {
    hasher.update(chunk);
    bytes += chunk.length;
    take(chunk);
  }
  return { bytes, sha256: hasher.digest("hex") };
}
