import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { AuditRow, UndoPreview } from "../../api/admin/contract/audit-models.ts";
import { type CallError, call } from "../api/call.ts";
import { useEnvironment } from "../paths/environment.ts";

/** The gates before a change, or right after it. */
export type UndoTarget = "before" | "after";

/**
 * The preview of an undo. The route only reads, so its answer is cached like other reads, and
 * reloaded after a change.
 */
export function useUndoPreview(
  { id }: AuditRow,
  to: UndoTarget,
): UseQueryResult<UndoPreview, CallError> {
  const { id: environment } = useEnvironment();
  const name = "POST /environments/:environment/audits/:audit/undo-preview";
  const input = { params: { environment, audit: id }, body: { to } };
  return useQuery<UndoPreview, CallError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    staleTime: 0,
  });
}
