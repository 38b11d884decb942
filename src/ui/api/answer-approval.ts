import { entriesOf, type RouteName } from "../../api/admin/calls/admin-call.ts";
import { bodyOf, type Confirmed, orCancel, sentQuery, withBody } from "./asked-input.ts";
import type { CallError } from "./call-error.ts";
import { type ApprovalChoice, ask } from "./questions.ts";

/** Routes whose body is a file, or that have none: their query has the reason. */
const withReasonInQuery: ReadonlySet<RouteName> = new Set([
  "DELETE /environments/:environment/features/:key/override",
  "POST /environments/:environment/import",
]);

/** The input of a refused change with the person's choice: to ask for approval, or to bypass it. */
export async function withApproval(
  name: RouteName,
  input: object,
  error: CallError,
): Promise<object> {
  return withChoice(name, input, await chosen(input, error));
}

/**
 * The input of a refused change with the text that confirms it, which the person types: the feature's
 * key, or the text that the input names. Throws the error if nothing can be typed.
 */
export async function withTypedText(
  name: RouteName,
  input: object,
  error: CallError,
): Promise<object> {
  const text = textToType(input);
  if (text === undefined || "typed" in { ...sentQuery(input), ...bodyOf(input) }) {
    throw error;
  }
  return withMembers(name, input, { typed: orCancel(await ask({ kind: "key", key: text })) });
}

/** The input of a change of gates that a rollout sets, with the person's agreement to pause the rollout. */
export async function withPause(name: RouteName, input: object, error: CallError): Promise<object> {
  const isAsked = "pause_rollout" in { ...sentQuery(input), ...bodyOf(input) };
  if (isAsked || name === "POST /environments/:environment/rollouts") {
    throw error;
  }
  orCancel(await ask({ kind: "pause" }));
  return withMembers(name, input, { pause_rollout: withReasonInQuery.has(name) ? "true" : true });
}

function textToType(input: Confirmable): string | undefined {
  const { confirm, params } = input;
  return confirm ?? (params === undefined ? undefined : entriesOf(params).get("key"));
}

interface Confirmable extends Confirmed {
  readonly params?: object;
}

async function chosen(input: object, { message, moreInfo }: CallError): Promise<ApprovalChoice> {
  const { reason } = { reason: "", ...bodyOf(input) };
  const { searchParams } = new URL(moreInfo ?? "", document.baseURI);
  const environment = searchParams.get("environment") ?? "";
  return orCancel(await ask({ kind: "approval", message, environment, reason }));
}

function withChoice(name: RouteName, input: object, { as, reason }: ApprovalChoice): object {
  const why = reason.trim() === "" ? {} : { reason };
  const flag = withReasonInQuery.has(name) ? "true" : true;
  return withMembers(name, input, { [as]: flag, ...why });
}

function withMembers(name: RouteName, input: object, members: object): object {
  return withReasonInQuery.has(name)
    ? { ...input, query: { ...sentQuery(input), ...members } }
    : withBody(input, members);
}
