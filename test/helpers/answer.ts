import { type TSchema, Type } from "@sinclair/typebox";
import { ErrorModel, ImportErrorModel } from "../../src/api/common/errors/error-model.ts";
import { modelled } from "./modelled.ts";

/** The body of any refusal. */
export const RefusalModel = Type.Union([ErrorModel, ImportErrorModel]);

/** An answer, with its body as JSON (undefined when empty) and as text. */
export type Answer = readonly [response: Response, body: unknown, text: string];

export interface Expectation {
  readonly method: string;
  /** The model that a successful answer must match; unchecked without one. */
  readonly model?: TSchema | undefined;
}

/**
 * Reads an answer and checks what holds for every answer: a body is JSON, a refusal is an error
 * object (docs/api.md#errors), a success matches its model, and HEAD, 204 and 304 have no body. A
 * stream of events is not read.
 */
export async function readAnswer(
  response: Response,
  { method, model }: Expectation,
): Promise<Answer> {
  if (response.headers.get("content-type") === "text/event-stream" && method !== "HEAD") {
    // It has no end.
    await response.body?.cancel();
    return [response, undefined, ""];
  }
  const text = await response.text();
  if (method === "HEAD" || response.status === 204 || response.status === 304) {
    if (text !== "") {
      throw new Error(`${response.status} to ${method} has a body: ${text}`);
    }
    return [response, undefined, text];
  }
  if (response.headers.get("content-type") !== "application/json") {
    throw new Error(`${response.status} is not JSON but ${response.headers.get("content-type")}`);
  }
  const body: unknown = JSON.parse(text);
  if (!response.ok) {
    modelled(RefusalModel, body);
  } else if (model !== undefined) {
    modelled(model, body);
  }
  return [response, body, text];
}

/** Returns JSON text without insignificant white space; members keep their order. */
export function compactJson(text: string): string {
  return text.replace(/(?<string>"(?:\\.|[^"\\])*")|\s+/g, "$<string>");
}
