import type { TSchema } from "@sinclair/typebox";
import { accountRefusals } from "../commands/account-refusal.ts";
import { type Refusal, refusals } from "../errors.ts";
import { statusOf } from "../flipper-api/errors/error-response.ts";
import type { DocumentedResponses } from "../http/openapi/documented-operation.ts";
import { AdminError } from "./contract/error-models.ts";
import { accountStatuses } from "./ui-errors.ts";
import { uiRefusals } from "./ui-refusal.ts";

/** The code of a refusal of the Admin API. */
export type AdminRefusal = Refusal | keyof typeof accountRefusals | keyof typeof uiRefusals;

/** The refusals of every command: its author's right may end while the command waits. */
export const commandRefusals = [
  "session_ended",
  "token_invalid",
  "unavailable",
] as const satisfies readonly AdminRefusal[];

const refusalBody: TSchema = AdminError;

/** Returns the documented responses of refusals by status. */
export function adminRefusalResponses(codes: readonly AdminRefusal[]): DocumentedResponses {
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

interface RefusalText {
  readonly code: AdminRefusal;
  readonly status: number;
  readonly message: string;
}

function refusalOf(code: AdminRefusal): RefusalText {
  if (isUiRefusal(code)) {
    return { code, ...uiRefusals[code] };
  }
  return isAccountRefusal(code)
    ? { code, status: accountStatuses[code], message: accountRefusals[code] }
    : { code, status: statusOf(code), message: refusals[code].message };
}

function isUiRefusal(code: AdminRefusal): code is keyof typeof uiRefusals {
  return Object.hasOwn(uiRefusals, code);
}

function isAccountRefusal(code: AdminRefusal): code is keyof typeof accountRefusals {
  return Object.hasOwn(accountRefusals, code);
}
