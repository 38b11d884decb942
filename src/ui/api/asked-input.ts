import { texts } from "../texts/texts.ts";
import { CallError, cancelledCode } from "./call-error.ts";

/** The input of a change that may have to be confirmed. */
export interface Confirmed {
  /** The text that the person types if the server asks for it; the feature's key unless given. */
  readonly confirm?: string | undefined;
}

export function withBody(input: object, members: object): object {
  return { ...input, body: { ...bodyOf(input), ...members } };
}

export function bodyOf(input: object): object {
  return "body" in input && input.body instanceof Object ? input.body : {};
}

export function sentQuery(input: object): object {
  return "query" in input && input.query instanceof Object ? input.query : {};
}

export function orCancel<Answer>(answer: Answer | null): Answer {
  if (answer === null) {
    throw new CallError(0, { code: cancelledCode, message: texts.questions.cancelled });
  }
  return answer;
}
