/** Returns the URL that a server prints when it listens; undefined if it ends before. */
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
