import { rewordingRefusals } from "../api-client/api-failure.ts";
import type { Target } from "../targets/api-target.ts";
import { CommandRefusal } from "./failure-messages.ts";

/** The codes for unregistered groups (docs/api.md#errors). */
const groupNotRegistered: ReadonlySet<unknown> = new Set(["group_not_registered", 2]);

const remedies = {
  hosted: "gatehouse group add registers it",
  mountable:
    "--group of gatehouse serve registers it, and --allow-unregistered-groups here accepts it",
} as const;

/** Does work that may name an unregistered group. A refusal names the remedy for the server's mode. */
export function withGroupRemedy<Answer>(
  { admin, in: query, release }: Target,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return rewordingRefusals(work, async (refusal) => {
    if (!groupNotRegistered.has(refusal.code)) {
      return refusal;
    }
    const mode = await admin.call("GET /status", { query }).then(
      (status) => status.mode,
      // Another server has no such route; its refusal is shown unchanged.
      () => null,
    );
    await release();
    return mode === null ? refusal : new CommandRefusal(`${refusal.message}; ${remedies[mode]}`);
  });
}
