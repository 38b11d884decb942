import type { TSchema } from "@sinclair/typebox";
import { messageOf, type Refusal } from "../../core/errors.ts";
import type { DocumentedResponses } from "../../http/openapi/documented-operation.ts";
import { statusOf } from "../common/errors/refusal-statuses.ts";
import { AdminError } from "./contract/error-models.ts";

/** The refusals of every command: its author's right may end while the command waits. */
export const commandRefusals = [
  "session_ended",
  "token_invalid",
  "unavailable",
] as const satisfies readonly Refusal[];

/** The refusals of the commands `rollout` and `resume` of a request. */
export const rolloutRefusals = [
  "gate_changed",
  "rollout_ended",
  "rollout_limit",
  "rollout_not_found",
  "rollout_not_held",
  "rollout_running",
  "rollout_too_large",
  "rollout_without_author",
] as const satisfies readonly Refusal[];

const refusalBody: TSchema = AdminError;

/** Returns the documented responses of refusals by status. */
export function adminRefusalResponses(codes: readonly Refusal[]): DocumentedResponses {
  const byStatus = Map.groupBy([...new Set(codes)].map(refusalOf), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([left], [right]) => left - right)
      .map(([status, group]) => [
        String(status),
        {
          description: group.map(({ code, message }) => `${message} (\`${code}\`)`).join("; "),
          content: { "application/json": { schema: refusalBody } },
        },
      ]),
  );
}

/** Messages of the Admin API that differ from the Flipper API. */
export const adminMessages = {
  environment_name_taken: "There is an environment with this name already",
} as const satisfies Partial<Record<Refusal, string>>;

interface RefusalText {
  readonly code: Refusal;
  readonly status: number;
  readonly message: string;
}

function refusalOf(code: Refusal): RefusalText {
  const messages: Partial<Record<Refusal, string>> = adminMessages;
  return { code, status: statusOf(code), message: messages[code] ?? messageOf(code) };
}
