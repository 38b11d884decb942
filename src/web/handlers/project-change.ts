import { requireValidCaller } from "../../commands/require-valid-caller.ts";
import type { Draft } from "../../model/draft.ts";
import { productionOf } from "../../model/state-lookups.ts";
import type { Services } from "../../services/services.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { callerIn, written } from "./ui-dependencies.ts";

/** What `changeProject` can refuse, besides what the work refuses. */
export const projectChangeRefusals = ["session_ended", "unavailable"] as const;

/** Changes settings of the project or the organization. Checks the caller's role again then. */
export async function changeProject(
  { writer }: Pick<Services, "writer">,
  admin: AdminCaller,
  work: (draft: Draft) => void,
) {
  const production = productionOf(writer.state, admin.projectId);
  const caller = callerIn(writer.state, production, admin);
  await writer.submit((draft) => {
    requireValidCaller(draft, caller);
    work(draft);
  });
  return written(writer.state, admin);
}
