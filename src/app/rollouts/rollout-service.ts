import { GatehouseError } from "../../core/errors.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import { Draft } from "../../core/model/draft.ts";
import { gatesHash } from "../../core/model/request-base.ts";
import type { Rollout } from "../../core/model/rollout.ts";
import { effectiveToggle } from "../../core/model/state-lookups.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { quote } from "../../core/text/quote.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { runAs, runInStepsAs } from "../commands/permit-changes.ts";
import { runFeatureCommand } from "../requests/run-feature-command.ts";
import type { Writer } from "../writer/writer.ts";
import { resumeRollout } from "./resume-rollout.ts";
import { adoptRollout, pauseRollout, skipStep, stopRollout } from "./rollout-commands.ts";
import { type NewRollout, startRollout } from "./start-rollout.ts";

export interface RolloutServiceOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The transitions of rollouts that people make; each is one command. */
export class RolloutService {
  readonly #options: RolloutServiceOptions;

  constructor(options: RolloutServiceOptions) {
    this.#options = options;
  }

  /**
   * Starts a rollout, after its steps were tried. Rejects as `startRollout`, as the changes of the
   * steps would now, and with `rollout_empty` if a start at once changes nothing. Until a later start
   * the gates may become others.
   */
  async start(caller: Caller, started: NewRollout): Promise<Rollout> {
    await this.#requireChange(caller, started);
    const { groupPolicy } = this.#options;
    return this.#submitInSteps(caller, (draft) =>
      startRollout(draft, caller, started, groupPolicy),
    );
  }

  pause(caller: Caller, id: number, reason: string | null): Promise<Rollout> {
    return this.#submit(caller, (draft) => pauseRollout(draft, caller, id, reason));
  }

  resume(caller: Caller, id: number, reason: string | null): Promise<Rollout> {
    const { groupPolicy } = this.#options;
    return this.#submitInSteps(caller, (draft) =>
      resumeRollout(draft, caller, id, { reason, groupPolicy }),
    );
  }

  skip(caller: Caller, id: number, reason: string | null): Promise<Rollout> {
    const { groupPolicy } = this.#options;
    return this.#submitInSteps(caller, (draft) =>
      skipStep(draft, caller, id, { reason, groupPolicy }),
    );
  }

  stop(caller: Caller, id: number, reason: string | null): Promise<Rollout> {
    return this.#submitInSteps(caller, (draft) => stopRollout(draft, caller, id, reason));
  }

  adopt(caller: Caller, id: number, reason: string | null): Promise<Rollout> {
    return this.#submit(caller, (draft) => adoptRollout(draft, caller, id, reason));
  }

  /**
   * The gates in force after each step, if the rollout started now. Rejects as the changes of the
   * steps would.
   */
  async gatesAfter(
    caller: Caller,
    { steps, key }: Pick<NewRollout, "steps" | "key">,
  ): Promise<readonly Gates[]> {
    const { writer, groupPolicy, now } = this.#options;
    const draft = new Draft(writer.state, now());
    const { environment } = caller;
    draft.permit(environment.id, { kind: "rollout", rolloutId: 0 });
    const work = function* () {
      const after: Gates[] = [];
      for (const { change } of steps) {
        yield* runFeatureCommand(draft, caller, { ...change, key }, groupPolicy);
        const state = yield* draft.applyInSteps();
        after.push(effectiveToggle(state, environment, key).gates);
      }
      return after;
    };
    return inSlices(work());
  }

  async #requireChange(caller: Caller, started: NewRollout): Promise<void> {
    const { state } = this.#options.writer;
    const after = await this.gatesAfter(caller, started);
    const before = effectiveToggle(state, caller.environment, started.key).gates;
    const isSame = after.every((gates) => gatesHash(gates) === gatesHash(before));
    if (isSame && (started.start.kind === "now" || after.length === 0)) {
      throw new GatehouseError("rollout_empty", {
        message: `The steps of the rollout change nothing: ${quote(started.key)} has these gates already`,
      });
    }
  }

  #submit(caller: Caller, command: (draft: Draft) => Rollout): Promise<Rollout> {
    return this.#options.writer.submit((draft) => runAs(draft, caller, () => command(draft)));
  }

  #submitInSteps(
    caller: Caller,
    command: (draft: Draft) => Generator<void, Rollout>,
  ): Promise<Rollout> {
    return this.#options.writer.submitInSteps((draft) =>
      runInStepsAs(draft, caller, command(draft)),
    );
  }
}
