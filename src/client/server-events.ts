/** The fields of an event in a stream, as far as the event has them. */
export interface ServerEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: string;
}

/** More than two heartbeats of the server. */
const silenceMsMax = 60_000;
/** In UTF-16 units. Gatehouse sends no longer line, and one line of data per event. */
const lineLengthMax = 2_000_000;
/** Other lines are comments, which show that the connection works. */
const field = /^(id|event|data|retry): ?([^\r]*)/;

/**
 * Reads the server-sent events in the text of a stream (docs/client.md#follow-the-stream). `extend`
 * extends the timeout with each received part.
 */
export async function* readServerEvents(
  parts: AsyncIterable<string>,
  extend: (ms: number) => void,
): AsyncGenerator<ServerEvent> {
  let rest = "";
  let fields: Record<string, string> = {};
  extend(silenceMsMax);
  for await (const part of parts) {
    extend(silenceMsMax);
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > lineLengthMax) {
      throw new Error("GET /stream was answered with no events");
    }
    for (const line of lines) {
      const [, name, value = ""] = field.exec(line) ?? [];
      if (name !== undefined) {
        fields[name] = value;
      } else if (line.trim() === "") {
        yield fields;
        fields = {};
      }
    }
  }
}
