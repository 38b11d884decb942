import { isJsonObject } from "../../core/text/json-object.ts";
import { failure, notJson, type RpcAnswer, rpcCodes } from "./json-rpc.ts";

export interface MessageLines {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** The answer to a message; null for none. */
  readonly answer: (message: unknown) => Promise<RpcAnswer | null>;
  readonly write: (text: string) => void;
  /** Called with each fault of the program, which the assistant does not see. */
  readonly onFault: (error: unknown) => void;
}

export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/** In UTF-16 units. */
const lineLengthMax = 1_048_576;

/**
 * The transport "stdio" of the Model Context Protocol: each line holds one message. Resolves at the end
 * of the input, after the last answer. Rejects with a LineTooLong for more than a mebibyte.
 */
export async function answerLines(lines: MessageLines): Promise<void> {
  const pending = new Set<Promise<void>>();
  for await (const line of linesIn(lines.input)) {
    if (line.trim() !== "") {
      const answering = answerLine(lines, line).finally(() => pending.delete(answering));
      pending.add(answering);
    }
  }
  await Promise.all(pending);
}

async function answerLine({ answer, write, onFault }: MessageLines, line: string): Promise<void> {
  const message = parsed(line);
  let answered: RpcAnswer | null;
  try {
    answered = message === undefined ? notJson() : await answer(message);
  } catch (error) {
    onFault(error);
    const id = isJsonObject(message) ? message.id : null;
    const known = typeof id === "string" || typeof id === "number" ? id : null;
    answered = failure(
      known,
      rpcCodes.internal,
      "Internal error; the standard error has the reason",
    );
  }
  if (answered !== null) {
    write(`${JSON.stringify(answered)}\n`);
  }
}

/** Undefined for a text that is no JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function* linesIn(input: MessageLines["input"]): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of input) {
    const lines = (
      rest + (typeof part === "string" ? part : decoder.decode(part, { stream: true }))
    ).split("\n");
    if (lines.some(({ length }) => length > lineLengthMax)) {
      throw new LineTooLong(`a message has more than ${lineLengthMax} characters`);
    }
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}
