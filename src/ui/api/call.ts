import {
  type AnswerOf,
  type InputOf,
  methodAndUrl,
  type RouteName,
} from "../../api/admin/calls/admin-call.ts";
import type { AdminError } from "../../api/admin/contract/error-models.ts";
import { texts } from "../texts/texts.ts";
import { sendWithAnswers } from "./answer-refusal.ts";
import type { Confirmed } from "./asked-input.ts";
import { CallError, cancelledCode, type Refused } from "./call-error.ts";
import { pageFacts } from "./page-facts.ts";

export type { AnswerOf, InputOf, RouteName };
export { CallError, cancelledCode };

/**
 * Calls a route. If the server needs a proof of identity, the feature's key or an approval, it asks the
 * person and calls again. Rejects with a `CallError`.
 */
export function call<Name extends RouteName>(
  name: Name,
  input: InputOf<Name> & Confirmed,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  return sendWithAnswers(name, input, (asked) => {
    const body = "body" in asked ? JSON.stringify(asked.body) : undefined;
    return callWithBody(name, asked, body, signal);
  });
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
    throw unreachable();
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new CallError(response.status, errorIn(answer));
  }
  if (answer === null) {
    // The connection ended within the answer; each route answers an object.
    throw unreachable();
  }
  return answer as AnswerOf<Name>;
}

function unreachable(): CallError {
  return new CallError(0, { code: "unreachable", message: texts.errors.unreachable });
}

/** The URL of a route, for links and downloads. */
export function urlOf<Name extends RouteName>(name: Name, input: InputOf<Name>): string {
  return methodAndUrl(pageFacts.base, name, input).url;
}

function errorIn(answer: unknown): Refused {
  if (answer !== null && typeof answer === "object") {
    const { code, message, place, retry_after, more_info } = answer as Partial<AdminError>;
    if (typeof code === "string" && typeof message === "string") {
      return {
        code,
        message,
        ...(typeof place === "string" ? { place } : {}),
        ...(typeof retry_after === "number" ? { retry_after } : {}),
        ...(typeof more_info === "string" ? { more_info } : {}),
      };
    }
  }
  return { code: "unexpected", message: texts.errors.unexpected };
}
