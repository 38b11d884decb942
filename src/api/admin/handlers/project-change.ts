import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import type { Services } from "../../../app/services/services.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Draft } from "../../../core/model/draft.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { callerInProject, written } from "./ui-dependencies.ts";

/** The refusals of `changeProject`, in addition to the refusals of the work. */
export const projectChangeRefusals = ["session_ended", "unavailable"] as const;

/**
 * Changes settings of the project or the organization, after another check of the caller's role.
 * Resolves with the revision and the result of the work.
 */
export function changeProject<Result extends object>(
  services: Pick<Services, "writer">,
  admin: AdminCaller,
  work: (draft: Draft) => Result,
) {
  return changeProjectAs(services, admin, work);
}

/** As `changeProject`, for work that stores its author, whose environment is Production. */
export async function changeProjectAs<Result extends object>(
  { writer }: Pick<Services, "writer">,
  admin: AdminCaller,
  work: (draft: Draft, author: Caller) => Result,
) {
  const caller = callerInProject(writer.state, admin);
  const result = await writer.submit((draft) => {
    requireValidCaller(draft, caller);
    return work(draft, caller);
  });
  return { ...written(writer.state, admin), ...result };
}
