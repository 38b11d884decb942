import { GatehouseError } from "../../core/errors.ts";
import { standingOf } from "../../core/model/approvals.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import type { Leadership } from "../writer/leadership.ts";
import type { Writer } from "../writer/writer.ts";
import { applyRequest } from "./apply-request.ts";
import { isHeld } from "./request-checks.ts";
import { expireRequest, failRequest, missRequest } from "./request-commands.ts";

export interface RequestScheduleOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the error of a transition, which is tried again. */
  readonly onFailure: (error: unknown) => void;
  /** How often requests are looked at; every 10 seconds unless given. */
  readonly everyMs?: number | undefined;
}

const everyMsDefault = 10_000;

/**
 * Applies, expires and misses requests when their time comes. Each transition is one command that
 * depends on the state it expects: several servers at once would be harmless, so leadership only
 * saves work.
 */
export class RequestSchedule {
  readonly #options: RequestScheduleOptions;
  #timer: Timer | undefined;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: RequestScheduleOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.run(), this.#options.everyMs ?? everyMsDefault);
    this.#timer.unref();
    this.run();
  }

  /** Looks at all open requests, unless it does already. */
  run(): void {
    if (!this.#isStopped) {
      this.#running ??= this.#look().finally(() => {
        this.#running = null;
      });
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #look(): Promise<void> {
    for (const { id } of this.#options.writer.state.requests.values()) {
      if (this.#isStopped) {
        return;
      }
      try {
        await this.settle(id);
      } catch (error) {
        this.#options.onFailure(error);
        return;
      }
    }
  }

  /** Makes the transition that is due for a request; does nothing if none is. */
  async settle(id: number): Promise<void> {
    const { writer, now } = this.#options;
    const request = writer.state.requests.get(id);
    const due = request && dueTransition(request, { state: writer.state, now: now() });
    if (due === "expire") {
      await writer.submit((draft) => expireRequest(draft, id));
    } else if (due === "miss") {
      await writer.submit((draft) => missRequest(draft, id));
    } else if (due === "apply" && request !== undefined) {
      await this.#apply(request);
    }
  }

  async #apply({ id, hash }: ChangeRequest): Promise<void> {
    const { writer, groupPolicy } = this.#options;
    const work = function* (draft: Draft): Generator<void, void> {
      const request = draft.state.requests.get(id);
      // Someone else applied it, or it is another request than the one that was due.
      if (request !== undefined && dueTransition(request, draft) === "apply") {
        yield* applyRequest(draft, request, null, groupPolicy);
      }
    };
    try {
      await writer.submitInSteps(work);
    } catch (error) {
      if (!(error instanceof GatehouseError) || error.refusal === "unavailable") {
        throw error;
      }
      await writer.submit((draft) => failRequest(draft, id, hash, error.message));
    }
  }
}

type Transition = "expire" | "miss" | "apply";

/** What the server has to do with a request now; undefined for nothing. */
function dueTransition(
  request: ChangeRequest,
  { state, now }: Pick<Draft, "state" | "now">,
): Transition | undefined {
  const { apply, expiresAt, missedAt, failure } = request;
  const { isApproved } = standingOf({ state, now }, request);
  const isTimed = apply.kind === "at" && missedAt === null;
  const isTime = isTimed && now >= apply.at;
  if (isTime && !isApproved) {
    return "miss";
  }
  const mayApply = isApproved && failure === null && !isHeld({ state, now }, request);
  if (mayApply && (isTime || apply.kind === "approved")) {
    return "apply";
  }
  const isScheduled = isTimed && isApproved && !isTime;
  return now >= expiresAt && !isScheduled ? "expire" : undefined;
}

/** Settles requests while this process leads, until `end` is called. */
export function leadRequests(options: RequestScheduleOptions, leadership: Leadership) {
  let schedule: RequestSchedule | undefined;
  const end = leadership.lead({
    begin() {
      schedule = new RequestSchedule(options);
      schedule.start();
    },
    async end() {
      await schedule?.stop();
      schedule = undefined;
    },
  });
  return end;
}
