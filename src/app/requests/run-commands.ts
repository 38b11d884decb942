import type { Caller } from "../../core/model/caller.ts";
import type { RequestCommand } from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { setPolicy } from "../commands/policy-commands.ts";
import { resumeRollout } from "../rollouts/resume-rollout.ts";
import { startRollout } from "../rollouts/start-rollout.ts";
import { runFeatureCommand } from "./run-feature-command.ts";

/**
 * Runs the commands of a request one after another, in steps. Throws what the same changes without a
 * request throw.
 */
export function* runCommands(
  draft: Draft,
  caller: Caller,
  commands: readonly RequestCommand[],
  groupPolicy: GroupPolicy,
): Generator<void, void> {
  const reason = caller.reason ?? null;
  for (const command of commands) {
    switch (command.kind) {
      case "policy":
        setPolicy(draft, caller, command.rules);
        break;
      case "rollout": {
        const { kind: _, ...planned } = command;
        yield* startRollout(draft, caller, { ...planned, reason }, groupPolicy);
        break;
      }
      case "resume":
        yield* resumeRollout(draft, caller, command.rolloutId, {
          ...{ reason, step: command.step, groupPolicy },
        });
        break;
      default:
        yield* runFeatureCommand(draft, caller, command, groupPolicy);
    }
    yield;
  }
}
