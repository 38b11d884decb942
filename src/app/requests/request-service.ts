import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { State } from "../../core/model/state.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { runAs, runInStepsAs } from "../commands/permit-changes.ts";
import { confirmBypasses } from "../commands/policy-commands.ts";
import type { Writer } from "../writer/writer.ts";
import { applyRequest, tryCommands } from "./apply-request.ts";
import {
  openedRequest,
  type RequestContent,
  requireApproverOf,
  requireAuthorOrAdmin,
} from "./request-checks.ts";
import {
  adoptRequest,
  editRequest,
  openRequest,
  rebaseRequest,
  withdrawRequest,
} from "./request-commands.ts";
import { type NewVote, voteOnRequest, withdrawVote } from "./request-votes.ts";

export interface RequestServiceOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Makes the transition of a request that is due after a vote. */
  readonly settle: (id: number) => Promise<void>;
}

/** The state after the commands of a request, or their refusal. */
export type TriedRequest =
  | { readonly after: State; readonly refusal: null }
  | { readonly after: null; readonly refusal: GatehouseError };

/** The transitions of change requests; each is one command, on the state that it expects. */
export class RequestService {
  readonly #options: RequestServiceOptions;

  constructor(options: RequestServiceOptions) {
    this.#options = options;
  }

  /**
   * Opens a request, after its commands were tried. Rejects as `openRequest`, with `request_empty`,
   * and as the commands would.
   */
  async open(caller: Caller, content: RequestContent): Promise<ChangeRequest> {
    await this.#requireChange(caller, content);
    const request = await this.#submit(caller, (draft) => openRequest(draft, caller, content));
    if (content.apply.kind === "approved") {
      // In an environment without a policy it needs no approval.
      await this.#options.settle(request.id);
    }
    return request;
  }

  /** What an open request would leave now, or why it cannot be applied. */
  async tryOut(request: ChangeRequest): Promise<TriedRequest> {
    const { writer, groupPolicy, now } = this.#options;
    const { state } = writer;
    try {
      const after = await inSlices(tryCommands({ state, now: now() }, request, groupPolicy));
      return { after, refusal: null };
    } catch (error) {
      if (error instanceof GatehouseError) {
        return { after: null, refusal: error };
      }
      throw error;
    }
  }

  async edit(caller: Caller, id: number, changed: Partial<RequestContent>): Promise<ChangeRequest> {
    const { commands } = changed;
    if (commands !== undefined) {
      const { state } = this.#options.writer;
      const request = state.requests.get(id);
      if (request !== undefined) {
        await this.#requireChange(caller, { ...request, commands });
      }
    }
    return this.#submit(caller, (draft) => editRequest(draft, caller, id, changed));
  }

  rebase(caller: Caller, id: number): Promise<ChangeRequest> {
    return this.#submit(caller, (draft) => rebaseRequest(draft, caller, id));
  }

  adopt(caller: Caller, id: number): Promise<ChangeRequest> {
    return this.#submit(caller, (draft) => adoptRequest(draft, caller, id));
  }

  async vote(caller: Caller, id: number, vote: NewVote): Promise<ChangeRequest> {
    const voted = await this.#submit(caller, (draft) => voteOnRequest(draft, caller, id, vote));
    await this.#options.settle(id);
    return voted;
  }

  async withdrawVote(caller: Caller, id: number): Promise<ChangeRequest> {
    const changed = await this.#submit(caller, (draft) => withdrawVote(draft, caller, id));
    await this.#options.settle(id);
    return changed;
  }

  withdraw(caller: Caller, id: number): Promise<ChangeRequest> {
    return this.#submit(caller, (draft) => withdrawRequest(draft, caller, id));
  }

  /** Applies an approved request, for its author or an admin. Rejects as `applyRequest`. */
  apply(caller: Caller, id: number): Promise<ChangeRequest> {
    const { writer, groupPolicy } = this.#options;
    const work = function* (draft: Draft): Generator<void, ChangeRequest> {
      const request = openedRequest(draft, caller, id);
      requireAuthorOrAdmin(draft, caller, request);
      return yield* applyRequest(draft, request, caller.actor, groupPolicy);
    };
    return writer.submitInSteps((draft) => runInStepsAs(draft, caller, work(draft)));
  }

  /** Notes that an approver has looked at the changes without approval up to a time. */
  confirmBypasses(caller: Caller, until: number): Promise<void> {
    return this.#submit(caller, (draft) => {
      requireApproverOf(draft, caller, caller.environment);
      confirmBypasses(draft, caller, until);
    });
  }

  /** Rejects with `request_empty`, and as the commands would now. */
  async #requireChange(
    { environment, actor }: Caller,
    content: Pick<RequestContent, "commands" | "reason" | "title">,
  ): Promise<void> {
    const { writer, groupPolicy, now } = this.#options;
    const { state } = writer;
    const request = { ...content, environmentId: environment.id, author: actor };
    const after = await inSlices(tryCommands({ state, now: now() }, request, groupPolicy));
    const isSame =
      after.toggles === state.toggles &&
      after.features === state.features &&
      after.policies === state.policies &&
      after.rollouts === state.rollouts;
    if (isSame) {
      throw new GatehouseError("request_empty");
    }
  }

  #submit<Answer>(caller: Caller, command: (draft: Draft) => Answer): Promise<Answer> {
    return this.#options.writer.submit((draft) => runAs(draft, caller, () => command(draft)));
  }
}
