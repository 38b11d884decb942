/** The text compressed if the runtime supports it; otherwise the text. */
export async function gzipped(text: string): Promise<string | Uint8Array<ArrayBuffer>> {
  if (typeof CompressionStream === "undefined") {
    return text;
  }
  const compressed = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}
