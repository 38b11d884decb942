/** Reads a body as UTF-8. Rejects for more than `bytesMax` bytes, and for invalid ones. */
export async function readText(response: Response, bytesMax: number): Promise<string> {
  let text = "";
  for await (const part of readTextParts(response, bytesMax)) {
    text += part;
  }
  return text;
}

/** As `readText`, in parts as they arrive. */
export async function* readTextParts({ body }: Response, bytesMax: number): AsyncGenerator<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder(undefined, { fatal: true });
  let bytes = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes > bytesMax) {
      throw new Error(`The answer has over ${bytesMax} bytes`);
    }
    yield decoder.decode(part.value, { stream: true });
  }
  yield decoder.decode();
}
