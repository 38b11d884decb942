import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import type { Services } from "../../../app/services/services.ts";
import type { Draft } from "../../../core/model/draft.ts";
import { productionOf } from "../../../core/model/state-lookups.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { callerIn, written } from "./ui-dependencies.ts";

/** The refusals of `changeProject`, in addition to the refusals of the work. */
export const projectChangeRefusals = ["session_ended", "unavailable"] as const;

/**
 * Changes settings of the project or the organization, after another check of the caller's role.
 * Resolves with the revision and the result of the work.
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
