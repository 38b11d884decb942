import type { Draft } from "../../core/model/draft.ts";
import { requirePermits } from "../commands/protected-changes.ts";
import { recordDrift } from "../requests/request-drift.ts";
import { recordRollouts } from "../rollouts/rollout-drift.ts";

/**
 * What every writer does after a command, before its changes join a commit. If it throws, nothing of
 * the command is kept.
 */
export function afterCommand(draft: Draft): void {
  requirePermits(draft);
  recordRollouts(draft);
  recordDrift(draft);
}
