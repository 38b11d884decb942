import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import type { Services } from "../../../app/services/services.ts";
import type { Draft } from "../../../core/model/draft.ts";
import { productionOf } from "../../../core/model/state-lookups.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { callerIn, written } from "./ui-dependencies.ts";

/** What `changeProject` can refuse, besides what the work refuses. */
export const projectChangeRefusals = ["session_ended", "unavailable"] as const;

/**
 * Changes settings of the project or the organization. Checks the caller's role again then. Resolves with
 * the revision and what the work returns.
 */
export async function changeProject<Result extends object>(
  { writer }: Pick<Services, "writer">,
  admin: AdminCaller,
  work: (draft: Draft) => Result,
) {
  const production = productionOf(writer.state, admin.projectId);
  const caller = callerIn(writer.state, production, admin);
  const result = await writer.submit((draft) => {
    requireValidCaller(draft, caller);
    return work(draft);
  });
  return { ...written(writer.state, admin), ...result };
}
