import type { Change } from "../../core/model/change.ts";
import { Draft } from "../../core/model/draft.ts";
import type { State } from "../../core/model/state.ts";
import { runYielding } from "../../core/scheduling/run-yielding.ts";
import { afterCommand } from "./after-command.ts";
import { withWebhookEvents } from "./webhook-event-changes.ts";
import type { Command, SteppedCommand } from "./writer.ts";

/** A submitted command. */
export interface QueuedCommand {
  /** Whether the command runs in steps, alone in its batch. */
  readonly isLong: boolean;
  /** When it was submitted; a `performance.now`. */
  readonly submittedAtMs: number;
  /** Runs the command, which records its changes in the draft. Throws what it throws. */
  readonly run: (draft: Draft) => RanCommand | Promise<RanCommand>;
  readonly reject: (error: unknown) => void;
}

interface RanCommand {
  /** Answers the caller. */
  readonly settle: () => void;
}

export function queuedCommand<Answer>(
  command: Command<Answer>,
  { resolve, reject }: PromiseWithResolvers<Answer>,
): QueuedCommand {
  return {
    isLong: false,
    submittedAtMs: performance.now(),
    run(draft) {
      const answer = command(draft);
      return { settle: () => resolve(answer) };
    },
    reject,
  };
}

export function queuedLongCommand<Answer>(
  command: SteppedCommand<Answer>,
  { resolve, reject }: PromiseWithResolvers<Answer>,
): QueuedCommand {
  return {
    isLong: true,
    submittedAtMs: performance.now(),
    async run(draft) {
      const answer = await runYielding(command(draft));
      await runYielding(draft.applyInSteps());
      return { settle: () => resolve(answer) };
    },
    reject,
  };
}

/** The result of commands that share a commit. */
export interface BatchRun {
  /** The changes of all commands that did not throw. */
  readonly changes: readonly Change[];
  /** The state after the changes. */
  readonly state: State;
  /** How to answer each command. */
  readonly answers: readonly PendingAnswer[];
}

export interface PendingAnswer {
  /** For a successful commit; answers a refusal too, as it can depend on earlier commands. */
  readonly settle: () => void;
  /** For a failed commit. */
  readonly reject: (error: unknown) => void;
}

/** Runs commands one after the other, each on the state after the one before. */
export async function runBatch(
  batch: readonly QueuedCommand[],
  before: State,
  now: () => number,
): Promise<BatchRun> {
  const changes: Change[] = [];
  const answers: PendingAnswer[] = [];
  let state = before;
  for (const { run, reject, isLong } of batch) {
    const draft = new Draft(state, now());
    try {
      const running = run(draft);
      const ran = running instanceof Promise ? await running : running;
      afterCommand(draft);
      const own = { state: draft.state, changes: draft.changes, now: draft.now, isLong };
      const recording = withWebhookEvents(state, own);
      const recorded = recording instanceof Promise ? await recording : recording;
      state = recorded.state;
      for (const change of recorded.changes) {
        changes.push(change);
      }
      answers.push({ settle: ran.settle, reject });
    } catch (error) {
      answers.push({ settle: () => reject(error), reject });
    }
  }
  return { changes, state, answers };
}
