import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { UndoPreview } from "../../api/admin/contract/audit-models.ts";
import { type CallError, call } from "../api/call.ts";

/** Only the gates that the step changed, or everything since the step. */
export type UndoTarget = "gate" | "before";

interface UndoneAudit {
  readonly environment: number;
  readonly audit: number;
  /** How many members of each gate are listed; null for the first few. */
  readonly members: number | null;
}

/**
 * The preview of an undo. The route only reads, so its answer is cached like other reads, and
 * reloaded after a change.
 */
export function useUndoPreview(
  { environment, audit, members }: UndoneAudit,
  to: UndoTarget,
  isNeeded = true,
): UseQueryResult<UndoPreview, CallError> {
  const name = "POST /environments/:environment/audits/:audit/undo-preview";
  const input = {
    params: { environment, audit },
    body: { to, ...(members === null ? {} : { members }) },
  };
  return useQuery<UndoPreview, CallError>({
    queryKey: [name, to, environment, audit, members],
    queryFn: ({ signal }) => call(name, input, signal),
    enabled: isNeeded,
    staleTime: 0,
    // "Show all" keeps the first ones until all arrive.
    placeholderData: (earlier, query) =>
      query?.queryKey[1] === to && query.queryKey[3] === audit ? earlier : undefined,
  });
}
