/** The URL of the line that a server prints once it listens; undefined if it ends without. */
export async function listeningUrl(
  stdout: ReadableStream<Uint8Array>,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const chunk of stdout) {
    printed += decoder.decode(chunk, { stream: true });
    const url = /^listening on (?<url>\S+)\n/m.exec(printed)?.groups?.url;
    if (url !== undefined) {
      return url;
    }
  }
  return undefined;
}
