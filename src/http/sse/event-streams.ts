import { GatehouseError } from "../../core/errors.ts";
import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import { EventLoopSlice } from "../../core/scheduling/event-loop-slice.ts";
import { originalOf } from "../request/original-request.ts";
import type { PeerAddresses } from "../routing/fetch-handler.ts";
import { type CommitSource, CommitWindow } from "./commit-window.ts";
import { EventTexts } from "./event-texts.ts";
import { OpenStream, type StreamReader } from "./open-stream.ts";
import { StreamCounts } from "./stream-counts.ts";
import { type StreamKind, streamKinds } from "./stream-form.ts";

export interface EventStreamsOptions {
  readonly source: CommitSource;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly heartbeatMs?: number | undefined;
}

export interface StreamRequest extends StreamReader {
  readonly request: Request;
  /** Undefined without a connection. */
  readonly peers: PeerAddresses | undefined;
  /** The id of the last event that the reader received; null or empty for none. */
  readonly after: string | null;
}

const heartbeatMsDefault = 25_000;
/** How long clients wait before they connect again. */
const retryMs = 1_000;
/** The maximum delay of a timer. */
const timerMsMax = 2 ** 31 - 1;
/** After it has notified many streams, it leaves this multiple of the time to other work. */
const pauseFactor = 2;
const pauseMsMin = 2;
const encoder = new TextEncoder();

/**
 * Notifies clients of commits with server-sent events (docs/api.md#change-stream, docs/ui.md#live).
 * The streams of all kinds share a window of commits, from which a reconnecting client gets the
 * missed events. Events that are faster than the streams are joined.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #window: CommitWindow;
  readonly #texts: EventTexts;
  readonly #streams = new Set<OpenStream>();
  readonly #counts = new StreamCounts();
  readonly #stopListening: readonly (() => void)[];
  #timer: Timer | undefined;
  #isNotifying = false;
  #isStopped = false;

  constructor(options: EventStreamsOptions) {
    const { source } = options;
    this.#options = options;
    this.#window = new CommitWindow(source, options.now);
    this.#texts = new EventTexts(this.#window);
    this.#stopListening = [
      this.#window.listen(() => this.#startNotifying()),
      source.onCommit((changes) => {
        if (changes.some(endsAccess)) {
          this.endForbidden();
        }
      }),
      source.onReload(() => this.endForbidden()),
      () => this.#window.close(),
    ];
  }

  /** The number of open streams of each kind. */
  get counts(): readonly (readonly [StreamKind, number])[] {
    return streamKinds.map((kind) => [kind, this.#counts.of(kind)]);
  }

  /** The id of the latest event, from which a new stream may start. */
  get newestId(): string {
    return this.#texts.idOf(this.#window.newest);
  }

  /** Throws `unavailable` after `stop`, and the error of the form for too many streams. */
  open({ request, peers, after, ...reader }: StreamRequest): Response {
    const { headers } = reader.form;
    const received = originalOf(request);
    if (received.method === "HEAD") {
      return new Response(null, { headers });
    }
    if (this.#isStopped) {
      throw new GatehouseError("unavailable");
    }
    this.#counts.take(reader);
    // The server would end a connection that is silent for a while.
    peers?.timeout?.(received, 0);
    let opened: OpenStream | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const stream: OpenStream = new OpenStream(reader, this.#window.newest, controller, () => {
          this.#streams.delete(stream);
          this.#counts.release(reader);
        });
        opened = stream;
        this.#streams.add(stream);
        stream.send(encoder.encode(this.#greeting(reader, after ?? "")));
        this.#endInTime(stream);
        this.#timer ??= this.#newTimer();
      },
      cancel: () => opened?.left(),
    });
    return new Response(body, { headers });
  }

  /** Ends the streams of readers that may no longer see the events. */
  endForbidden(): void {
    for (const stream of this.#streams) {
      if (!stream.reader.isAllowed()) {
        stream.end();
      }
    }
  }

  /** Ends all streams, and accepts no new ones: a server with open streams would never stop. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const stopListening of this.#stopListening) {
      stopListening();
    }
    for (const stream of this.#streams) {
      stream.end();
    }
  }

  /** The missed events of the client. */
  #greeting(reader: StreamReader, after: string): string {
    const { form } = reader;
    const { source, now } = this.#options;
    const isNew = after === "";
    const opening = isNew ? `${form.opening(this.newestId)}\n\n` : "";
    const known = isNew
      ? this.#window.newestAt(now() - form.recentMs)
      : this.#texts.sequenceIn(after);
    const missed = this.#texts.between(known, this.#window.newest, reader, source.state);
    return `retry: ${retryMs}\n\n${opening}${missed}`;
  }

  #endInTime(stream: OpenStream): void {
    const { expiresAt, isAllowed } = stream.reader;
    if (expiresAt === null) {
      return;
    }
    const ms = Math.min(timerMsMax, Math.max(0, expiresAt - this.#options.now()));
    stream.after(ms, () => {
      if (isAllowed()) {
        this.#endInTime(stream);
      } else {
        stream.end();
      }
    });
  }

  #startNotifying(): void {
    if (!this.#isNotifying && this.#streams.size > 0) {
      this.#isNotifying = true;
      this.#notifyAll()
        .catch(this.#options.onFault)
        .finally(() => {
          this.#isNotifying = false;
        });
    }
  }

  /**
   * Starts immediately, so that few streams are notified before the change is answered. Many streams
   * are notified in batches, with other work in between.
   */
  async #notifyAll(): Promise<void> {
    let upTo: number;
    do {
      const startedMs = performance.now();
      upTo = this.#window.newest;
      await this.#notifyEach(upTo);
      const tookMs = performance.now() - startedMs;
      if (this.#window.newest > upTo) {
        await Bun.sleep(Math.max(pauseMsMin, pauseFactor * tookMs));
      }
    } while (this.#window.newest > upTo && !this.#isStopped);
  }

  async #notifyEach(upTo: number): Promise<void> {
    const slice = new EventLoopSlice();
    const texts = new Map<string, Uint8Array>();
    for (const stream of this.#streams) {
      this.#notify(stream, upTo, texts);
      if (slice.isOver) {
        await slice.startNext();
      }
    }
  }

  #notify(stream: OpenStream, upTo: number, texts: Map<string, Uint8Array>): void {
    const { reader, sentUpTo } = stream;
    const state: State = this.#options.source.state;
    if (!state.environments.has(reader.environment.id)) {
      stream.end();
      return;
    }
    if (sentUpTo >= upTo) {
      return;
    }
    stream.sentUpTo = upTo;
    const key = `${reader.form.kind} ${reader.environment.id} ${sentUpTo}`;
    let bytes = texts.get(key);
    if (bytes === undefined) {
      bytes = encoder.encode(this.#texts.between(sentUpTo, upTo, reader, state));
      texts.set(key, bytes);
    }
    if (bytes.length > 0) {
      stream.send(bytes);
    }
  }

  #newTimer(): Timer {
    const { heartbeatMs = heartbeatMsDefault, onFault } = this.#options;
    const timer = setInterval(() => {
      this.#beat().catch(onFault);
    }, heartbeatMs);
    // An application with the library may end without closing it.
    timer.unref();
    return timer;
  }

  async #beat(): Promise<void> {
    const slice = new EventLoopSlice();
    const comment = encoder.encode(": still here\n\n");
    for (const stream of this.#streams) {
      if (stream.reader.isAllowed()) {
        stream.send(comment);
      } else {
        stream.end();
      }
      if (slice.isOver) {
        await slice.startNext();
      }
    }
  }
}

/** Whether a change may end a reader's access; the end of its environment is noticed separately. */
function endsAccess(change: Change): boolean {
  switch (change.kind) {
    case "token.saved":
      return change.token.revokedAt !== null;
    case "environment.deleted":
    case "sessions.ended":
    case "credentials.removed":
    case "personal_tokens.removed":
    case "organization.member_removed":
      return true;
    default:
      return false;
  }
}
