import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isJsonObject } from "../../core/text/json-object.ts";
import { ApiRefusal, ApiUnreachable, UnknownAnswer } from "./api-failure.ts";

/** Four times the default limit of an environment's gate values. */
const answerBytesMax = 256 * 1024 * 1024;
/** Refusals are short; the error page of another server is truncated. */
const refusalBytesMax = 64 * 1024;

/** An answer, and the path of its request relative to the API. */
interface Answered {
  readonly path: string;
  readonly answer: Response;
}

/**
 * The JSON of an answer with this schema, without additional members. Rejects with an ApiRefusal for
 * a status from 400, and with an UnknownAnswer for another form.
 */
export async function readAnswer<Schema extends TSchema>(
  { path, answer }: Answered,
  schema: Schema,
): Promise<Static<Schema>> {
  await refuseRefusal({ path, answer });
  const document = parsed(await readText(answer, answerBytesMax));
  const known = Value.Clean(schema, document);
  if (!Value.Check(schema, known)) {
    const place = Value.Errors(schema, known).First()?.path ?? "";
    throw new UnknownAnswer(
      "the server sent an answer that this version does not understand" +
        (place === "" ? "" : ` (at ${place})`),
    );
  }
  return known;
}

/** The JSON of an answer. Rejects with an UnknownAnswer if the text is not JSON. */
export async function readJson({ answer }: Answered): Promise<unknown> {
  return parsed(await readText(answer, answerBytesMax));
}

export function readWholeText({ answer }: Answered): Promise<string> {
  return readText(answer, answerBytesMax);
}

/** For an answer without content. Rejects with an ApiRefusal for a status from 400. */
export async function expectDone(answered: Answered): Promise<void> {
  await refuseRefusal(answered);
  await answered.answer.body?.cancel();
}

/** Rejects with an ApiRefusal for a status from 400. */
export async function refuseRefusal({ path, answer }: Answered): Promise<void> {
  if (answer.ok) {
    return;
  }
  const document = refusalIn(await readText(answer, refusalBytesMax));
  throw new ApiRefusal({
    status: answer.status,
    code: document?.code ?? null,
    message: document?.message ?? `the server answered with the status ${answer.status}`,
    path,
  });
}

function refusalIn(text: string): { code: number | string | null; message: string } | null {
  const document = jsonOrNull(text);
  if (!isJsonObject(document)) {
    return null;
  }
  const { code, message, error } = document;
  const reason = message ?? error;
  return typeof reason === "string"
    ? { code: typeof code === "string" || typeof code === "number" ? code : null, message: reason }
    : null;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnknownAnswer(
      "the server sent an answer that is not JSON; is it a Gatehouse server?",
    );
  }
}

/** The parts of an answer of any length, as they arrive. Rejects with an ApiUnreachable. */
export async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body ?? [];
  } catch {
    throw new ApiUnreachable("the connection was closed in the middle of the answer");
  }
}

/** Stops reading at the limit, because the server may not be trustworthy. */
async function readText(answer: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of partsOf(answer)) {
    length += chunk.length;
    if (length > bytesMax) {
      throw new UnknownAnswer(`the server sent an answer of more than ${bytesMax} bytes`);
    }
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return parts.join("") + decoder.decode();
}
