import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";
import { PrimaryError } from "./primary-error.ts";

/** Longer than the gates of one feature can be. */
const lineLengthMax = 256 * 1024 * 1024;

/** The lines of a stream as JSON objects: each read returns all lines that have arrived. */
export async function* jsonLines(
  body: ReadableStream<Uint8Array>,
  onRead: () => void,
): AsyncGenerator<readonly JsonObject[], void> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  for await (const bytes of body) {
    onRead();
    const text = decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf("\n");
    if (end < 0) {
      pieces.push(text);
      length += text.length;
      if (length > lineLengthMax) {
        throw new PrimaryError("The origin sent a line that is too long");
      }
      continue;
    }
    const whole = pieces.join("") + text.slice(0, end);
    pieces = [text.slice(end + 1)];
    length = text.length - end - 1;
    yield whole.split("\n").map(parsedLine);
  }
}

function parsedLine(line: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    if (isJsonObject(value)) {
      return value;
    }
  } catch (error) {
    throw new PrimaryError("The origin sent a line that is not JSON", { cause: error });
  }
  throw new PrimaryError("The origin sent a line that is no object");
}
