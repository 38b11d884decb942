import { useAnswer } from "../api/use-answer.ts";

/** The address of issues; null without one, or while it loads. */
export function useIssuePattern(): string | null {
  return useAnswer("GET /issue-pattern", {}).data?.pattern ?? null;
}
