import type { FeatureService } from "../../app/services/feature-service.ts";
import type { Snapshot } from "../../app/snapshots/snapshot.ts";
import { memoizeLatest } from "../../core/memo/memoize-latest.ts";
import type { Caller } from "../../core/model/caller.ts";
import { etagMatches } from "../../http/request/negotiation.ts";
import { requestIdOf } from "../../http/request/request-id.ts";
import { apiHeaders } from "../../http/response/answer-headers.ts";
import { streamedText } from "../../http/response/streamed-answer.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { EvaluationCounter } from "./evaluation-counter.ts";
import { evaluationTag } from "./evaluation-tag.ts";
import { type FlagParts, flagLists } from "./flag-list.ts";
import { eachFlagText, type OpenGates } from "./flag-texts.ts";
import { preparedFlags } from "./prepared-flags.ts";
import type { StreamTickets } from "./stream-tickets.ts";

export interface BulkOptions {
  readonly service: FeatureService;
  readonly tickets: StreamTickets;
  /** The path of the stream of events for clients. */
  readonly streamPath: string;
  /** Undefined if evaluations are not counted. */
  readonly counter: EvaluationCounter | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** An evaluation of all features, on the state at the arrival of its context. */
export class BulkEvaluation {
  readonly #options: BulkOptions;
  readonly #caller: Caller;
  readonly #request: Request;
  readonly #context: EvaluationContext;
  readonly #snapshot: Snapshot;
  readonly #revision: number;

  constructor(options: BulkOptions, caller: Caller, request: Request, context: EvaluationContext) {
    this.#options = options;
    this.#caller = caller;
    this.#request = request;
    this.#context = context;
    this.#snapshot = options.service.snapshot(caller);
    this.#revision = options.service.revision(caller);
  }

  /** Answers in one step, for an environment that is not large. */
  answer(): Response {
    const { parts } = flagLists.of(this.#snapshot);
    const tag = this.#tagOf(parts);
    if (this.#isKnown(tag)) {
      return notModified(tag);
    }
    const openGates = this.#check().openGatesAmong(parts.conditional);
    this.#count(parts, openGates);
    const prepared = preparedFlags.of(this.#snapshot);
    const body = prepared.fill(openGates, this.#hasActors, this.#tail().bytes);
    return taggedResponse(body, tag);
  }

  /** Answers in steps of some features, so that other requests run in between. */
  *answerInSteps(): Generator<void, Response> {
    const parts = yield* flagLists.of(this.#snapshot).build();
    const tag = this.#tagOf(parts);
    if (this.#isKnown(tag)) {
      return notModified(tag);
    }
    const openGates = yield* this.#check().openGatesAmongInSteps(parts.conditional);
    this.#count(parts, openGates);
    return taggedResponse(streamedText(this.#texts(openGates)), tag);
  }

  get #hasActors(): boolean {
    return this.#context.actors.length > 0;
  }

  #check() {
    const { actors, groups } = this.#context;
    return this.#options.service.check(this.#caller, actors, groups, () =>
      requestIdOf(this.#request),
    );
  }

  #tagOf({ isUnsteady, hasGroups }: FlagParts): string {
    const { service, tickets, now } = this.#options;
    // The application may decide differently at any time.
    const changesByItself = isUnsteady || (hasGroups && service.hasGroupPredicates);
    return evaluationTag({
      environment: this.#caller.environment,
      tokenId: this.#caller.token?.id ?? null,
      revision: this.#revision,
      context: this.#context.canonical(),
      ticketEpoch: tickets.epoch,
      time: changesByItself ? now() : undefined,
    });
  }

  #isKnown(tag: string): boolean {
    return etagMatches(this.#request.headers.get("if-none-match"), tag);
  }

  #count(parts: FlagParts, openGates: OpenGates): void {
    const { service, counter } = this.#options;
    const { steady, conditional } = parts;
    service.countEvaluations(steady.enabled.length + steady.disabled.length + conditional.length);
    counter?.countAll(this.#caller.environment, parts, openGates);
  }

  *#texts(openGates: OpenGates): Generator<string> {
    yield '{"flags":[';
    yield* eachFlagText(this.#snapshot, openGates, this.#hasActors);
    yield this.#tail().text;
  }

  #tail() {
    const { tickets, streamPath } = this.#options;
    return tailOf(tickets.issue(this.#caller), streamPath);
  }
}

/**
 * The end of an answer: the stream on which the client receives changes. Caches the last ticket,
 * because most consecutive answers have the same one.
 */
const tailOf = memoizeLatest((ticket: string, streamPath: string) => {
  const requestUri = `${streamPath}?ticket=${ticket}`;
  const stream = `{"type":"sse","endpoint":{"requestUri":"${requestUri}"},"inactivityDelaySec":${inactivitySeconds}}`;
  const text = `],"eventStreams":[${stream}]}`;
  return { text, bytes: new TextEncoder().encode(text) };
});

/** After this time a hidden page closes its stream. */
const inactivitySeconds = 120;
const notModifiedStatus = 304;

/** Created once and changed for each answer, because a Response copies it. */
const headers = new Headers({ ...apiHeaders, "content-type": "application/json" });

function taggedResponse(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  tag: string,
): Response {
  headers.set("etag", `W/"${tag}"`);
  return new Response(body, { headers });
}

function notModified(tag: string): Response {
  return new Response(null, {
    status: notModifiedStatus,
    headers: { ...apiHeaders, etag: `W/"${tag}"` },
  });
}
