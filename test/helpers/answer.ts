import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ErrorModel } from "../../src/flipper-api/errors/error-model.ts";

/** An answer, its body as JSON (undefined when empty) and as text. */
export type Answer = readonly [response: Response, body: unknown, text: string];

export interface Expectation {
  readonly method: string;
  /** What an answer of success must be; nothing is asked of it without a model. */
  readonly model?: TSchema | undefined;
}

/**
 * Reads an answer and holds it to what every answer promises: JSON where there is a body, SPEC.md
 * 2.5's error object where it refuses, its model where it succeeds, and no body where HTTP has none.
 */
export async function readAnswer(
  response: Response,
  { method, model }: Expectation,
): Promise<Answer> {
  const text = await response.text();
  if (method === "HEAD" || response.status === 204 || response.status === 304) {
    if (text !== "") {
      throw new Error(`${response.status} to ${method} has a body: ${text}`);
    }
    return [response, undefined, text];
  }
  if (response.headers.get("content-type") !== "application/json") {
    throw new Error(`${response.status} is no JSON but ${response.headers.get("content-type")}`);
  }
  const body: unknown = JSON.parse(text);
  if (!response.ok) {
    modelled(ErrorModel, body);
  } else if (model !== undefined) {
    modelled(model, body);
  }
  return [response, body, text];
}

/** The value as its model describes it. Throws, saying where, if it is anything else. */
export function modelled<Model extends TSchema>(model: Model, value: unknown): Static<Model> {
  if (!Value.Check(model, value)) {
    const problem = Value.Errors(model, value).First();
    throw new Error(`${problem?.message} at ${problem?.path}: ${JSON.stringify(value)}`);
  }
  return value;
}

/** JSON text without the white space that means nothing; members keep their order. */
export function compactJson(text: string): string {
  return text.replace(/(?<string>"(?:\\.|[^"\\])*")|\s+/g, "$<string>");
}
