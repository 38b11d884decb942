import {
  type AnswerOf,
  entriesOf,
  type InputOf,
  methodAndUrl,
  type RouteName,
} from "../../api/admin/calls/admin-call.ts";
import type { AdminError } from "../../api/admin/contract/error-models.ts";
import { texts } from "../texts/texts.ts";
import { pageFacts } from "./page-facts.ts";
import { ask, type Question } from "./questions.ts";

export type { AnswerOf, InputOf, RouteName };

/** A refusal by the server, or a failure to reach it. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly status: number;
  readonly code: string;
  readonly place: string | undefined;

  constructor(status: number, { code, message, place }: Omit<AdminError, "more_info">) {
    super(message);
    this.status = status;
    this.code = code;
    this.place = place;
  }
}

/** The code of a change that the person did not confirm. */
export const cancelledCode = "cancelled";

/**
 * Calls a route. If the server needs a proof of identity or the feature's key, it asks the person and
 * calls again. Rejects with a `CallError`.
 */
export async function call<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  let asked: object = input;
  for (;;) {
    const body = "body" in asked ? JSON.stringify(asked.body) : undefined;
    try {
      return await callWithBody(name, asked, body, signal);
    } catch (error) {
      asked = await withAnswer(asked, error);
    }
  }
}

/** The input with the missing answer. Throws the error if the refusal asks for nothing. */
async function withAnswer(input: object, error: unknown): Promise<object> {
  const question = error instanceof CallError ? questionOf(input, error.code) : undefined;
  if (question === undefined) {
    throw error;
  }
  const typed = await ask(question);
  if (typed === null) {
    throw new CallError(0, { code: cancelledCode, message: texts.questions.cancelled });
  }
  return question.kind === "key" ? { ...input, body: { ...bodyOf(input), typed } } : input;
}

function questionOf(input: object, code: string): Question | undefined {
  if (code === "proof_required") {
    return { kind: "proof" };
  }
  const key = "params" in input ? entriesOf(input.params).get("key") : undefined;
  return code === "confirmation_required" && key !== undefined && !("typed" in bodyOf(input))
    ? { kind: "key", key }
    : undefined;
}

function bodyOf(input: object): object {
  return "body" in input && input.body instanceof Object ? input.body : {};
}

/** As `call`, with a body that is JSON already, such as a file. */
export async function callWithBody<Name extends RouteName>(
  name: Name,
  input: object,
  body: string | Blob | undefined,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const { method, url } = methodAndUrl(pageFacts.base, name, input);
  const response = await fetch(url, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
    credentials: "same-origin",
  }).catch((error: unknown) => {
    if (signal?.aborted === true) {
      throw error;
    }
    throw new CallError(0, { code: "unreachable", message: texts.errors.unreachable });
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new CallError(response.status, errorIn(answer));
  }
  return answer as AnswerOf<Name>;
}

/** The URL of a route, for links and downloads. */
export function urlOf<Name extends RouteName>(name: Name, input: InputOf<Name>): string {
  return methodAndUrl(pageFacts.base, name, input).url;
}

function errorIn(answer: unknown): Omit<AdminError, "more_info"> {
  if (answer !== null && typeof answer === "object") {
    const { code, message, place } = answer as Partial<AdminError>;
    if (typeof code === "string" && typeof message === "string") {
      return { code, message, ...(typeof place === "string" ? { place } : {}) };
    }
  }
  return { code: "unexpected", message: texts.errors.unexpected };
}
