import type { RouteName } from "../../api/admin/calls/admin-call.ts";
import { texts } from "../texts/texts.ts";
import { bodyOf, orCancel, sentQuery } from "./asked-input.ts";
import { CallError, cancelledCode } from "./call-error.ts";
import { ask } from "./questions.ts";

/**
 * Sends a request. If the server refuses it for want of a proof of identity, the feature's key or an
 * approval, asks the person and sends it again. Throws a `CallError` with `cancelledCode` if the
 * change became a change request.
 */
export async function sendWithAnswers<Answer>(
  name: RouteName,
  input: object,
  send: (input: object) => Promise<Answer>,
): Promise<Answer> {
  let asked = input;
  for (;;) {
    try {
      const answer = await send(asked);
      if (isSentAsRequest(asked) && (await import("./requested.ts")).showRequested(answer)) {
        throw new CallError(0, { code: cancelledCode, message: texts.questions.requested });
      }
      return answer;
    } catch (error) {
      if (!(error instanceof CallError)) {
        throw error;
      }
      asked = await withAnswer(name, asked, error);
    }
  }
}

/** The input with the missing answer. Throws the error if the refusal asks for nothing. */
async function withAnswer(name: RouteName, input: object, error: CallError): Promise<object> {
  switch (error.code) {
    case "proof_required":
      orCancel(await ask({ kind: "proof" }));
      return input;
    case "confirmation_required":
    case "name_wrong":
      return (await import("./answer-approval.ts")).withTypedText(name, input, error);
    case "rollout_running":
      return (await import("./answer-approval.ts")).withPause(name, input, error);
    case "change_request_required":
      return isSentAsRequest(input)
        ? Promise.reject(error)
        : (await import("./answer-approval.ts")).withApproval(name, input, error);
    default:
      throw error;
  }
}

function isSentAsRequest(input: object): boolean {
  return "request" in bodyOf(input) || "request" in sentQuery(input);
}
