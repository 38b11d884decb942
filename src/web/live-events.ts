import { GatehouseError } from "../errors.ts";
import type { PeerAddresses } from "../http/routing/fetch-handler.ts";
import type { Environment } from "../model/environment.ts";
import type { State } from "../model/state.ts";
import { productionOf } from "../model/state-lookups.ts";
import type { CommitEvent } from "../stream/commit-event.ts";
import type { CommitWindow } from "../stream/commit-window.ts";
import { environmentEvent } from "../stream/environment-event.ts";
import { guardedHeaders } from "./policy.ts";
import { UiRefusal } from "./ui-refusal.ts";

export interface LiveEventsOptions {
  readonly window: CommitWindow;
  readonly state: () => State;
  /** Names this process in event ids: another process counts its events from 1 too. */
  readonly processId: string;
  readonly heartbeatMs?: number;
}

export interface StreamRequest {
  readonly request: Request;
  /** The id of the last event that the reader knows of; null for none. */
  readonly after: string | null;
  readonly peers: PeerAddresses;
  readonly environment: Environment;
  /** Streams with the same key belong to one reader. */
  readonly readerKey: string;
  /** Whether the reader may still see the events. */
  readonly isAllowed: () => boolean;
}

interface OpenStream extends Pick<StreamRequest, "environment" | "readerKey" | "isAllowed"> {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

const streamsMax = 1_000;
const streamsPerReaderMax = 20;
/** A client that has not taken so many events is closed; it comes back and is told what it missed. */
const waitingMax = 64;
const heartbeatMsDefault = 25_000;
/** How long browsers wait before they connect again. */
const retryMs = 1_000;

const streamHeaders = {
  ...guardedHeaders,
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // For nginx, which would hold the events back.
  "x-accel-buffering": "no",
};
const encoder = new TextEncoder();

/** Tells open pages of each commit, as server-sent events (docs/ui.md#live). */
export class LiveEvents {
  readonly #options: LiveEventsOptions;
  readonly #streams = new Set<OpenStream>();
  readonly #timer: Timer;
  readonly #ignore: () => void;
  #isStopped = false;

  constructor(options: LiveEventsOptions) {
    this.#options = options;
    this.#ignore = options.window.listen((event, state) => this.#broadcast(event, state));
    this.#timer = setInterval(() => this.#beat(), options.heartbeatMs ?? heartbeatMsDefault);
    // The host of the library may end without closing it.
    this.#timer.unref();
  }

  get count(): number {
    return this.#streams.size;
  }

  /** The id of the newest event, after which a new stream may begin. */
  get newestId(): string {
    return this.#idOf(this.#options.window.newest);
  }

  /** `request` must be the one that the server received: the timeout of no copy can be set. */
  open(asked: StreamRequest): Response {
    const { request, after, peers, environment, readerKey, isAllowed } = asked;
    this.#refuseIfFull(readerKey);
    peers.timeout?.(request, 0);
    let opened: OpenStream | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened = { controller, environment, readerKey, isAllowed };
        this.#streams.add(opened);
        controller.enqueue(encoder.encode(this.#greeting(after, environment)));
      },
      cancel: () => {
        if (opened !== undefined) {
          this.#streams.delete(opened);
        }
      },
    });
    return new Response(body, { headers: streamHeaders });
  }

  /** Ends the streams of readers who may not see the events any more. */
  endForbidden(): void {
    for (const stream of this.#streams) {
      if (!stream.isAllowed()) {
        this.#end(stream);
      }
    }
  }

  /** Ends all streams, and accepts no more: a server with open streams would never stop. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#ignore();
    for (const stream of this.#streams) {
      this.#end(stream);
    }
  }

  #refuseIfFull(readerKey: string): void {
    if (this.#isStopped) {
      throw new GatehouseError("unavailable");
    }
    const own = this.#streams.values().reduce((count, stream) => {
      return stream.readerKey === readerKey ? count + 1 : count;
    }, 0);
    if (this.#streams.size >= streamsMax || own >= streamsPerReaderMax) {
      throw new UiRefusal("too_many_streams");
    }
  }

  /** What the client missed; an event that says to ask for everything if that is not known. */
  #greeting(last: string | null, environment: Environment): string {
    const { window, state } = this.#options;
    const start = `retry: ${retryMs}\n\n`;
    if (last === null || last === "") {
      return `${start}: open\n\n`;
    }
    const events = window.since(this.#sequenceIn(last));
    if (events === undefined) {
      return `${start}id: ${this.newestId}\nevent: refetch\ndata: {}\n\n`;
    }
    return `${start}${events.map((event) => this.#textFor(event, environment, state())).join("")}`;
  }

  #broadcast(event: CommitEvent, state: State): void {
    const texts = new Map<number, Uint8Array>();
    for (const stream of this.#streams) {
      const { environment } = stream;
      if (!state.environments.has(environment.id)) {
        this.#end(stream);
        continue;
      }
      let bytes = texts.get(environment.id);
      if (bytes === undefined) {
        bytes = encoder.encode(this.#textFor(event, environment, state));
        texts.set(environment.id, bytes);
      }
      if (bytes.length > 0) {
        this.#send(stream, bytes);
      }
    }
  }

  #beat(): void {
    this.endForbidden();
    const comment = encoder.encode(": still here\n\n");
    for (const stream of this.#streams) {
      this.#send(stream, comment);
    }
  }

  #textFor(event: CommitEvent, environment: Environment, state: State): string {
    const production = productionOf(state, environment.projectId);
    const own = state.toggles.get(environment.id);
    const shown = environmentEvent(
      event,
      environment,
      production.id,
      (key) => own?.has(key) === true,
    );
    if (shown === undefined) {
      return "";
    }
    const { sequence, ...data } = shown;
    return `id: ${this.#idOf(sequence)}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  #idOf(sequence: number): string {
    return `${this.#options.processId}-${sequence}`;
  }

  /** NaN for an id of another process. */
  #sequenceIn(id: string): number {
    const start = `${this.#options.processId}-`;
    return id.startsWith(start) ? Number(id.slice(start.length)) : Number.NaN;
  }

  #send(stream: OpenStream, bytes: Uint8Array): void {
    const { controller } = stream;
    if ((controller.desiredSize ?? 0) < -waitingMax) {
      this.#end(stream);
      return;
    }
    controller.enqueue(bytes);
  }

  #end(stream: OpenStream): void {
    this.#streams.delete(stream);
    try {
      stream.controller.close();
    } catch (error) {
      // The client has gone at the same moment.
      if (!(error instanceof TypeError)) {
        throw error;
      }
    }
  }
}
