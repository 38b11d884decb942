import type { Environment } from "../../core/model/environment.ts";
import type { StreamForm } from "./stream-form.ts";

/** A client that reads a stream, with its environment and the form of its events. */
export interface StreamReader {
  readonly environment: Environment;
  readonly form: StreamForm;
  /** Streams with the same key belong to one reader. */
  readonly readerKey: string;
  /** Whether the reader may still see the events. */
  readonly isAllowed: () => boolean;
  /** Milliseconds since the epoch, when the reader's access ends; null for unlimited access. */
  readonly expiresAt: number | null;
}

/**
 * A client with this many unread events is disconnected; after a reconnect it gets the missed events.
 */
const waitingMax = 64;

/** A stream of events that a client is connected to. */
export class OpenStream {
  readonly reader: StreamReader;
  /** The sequence of the latest event that it received, or did not need. */
  sentUpTo: number;
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #onEnd: () => void;
  #timer: Timer | undefined;
  #isEnded = false;

  constructor(
    reader: StreamReader,
    sentUpTo: number,
    controller: ReadableStreamDefaultController<Uint8Array>,
    onEnd: () => void,
  ) {
    this.reader = reader;
    this.sentUpTo = sentUpTo;
    this.#controller = controller;
    this.#onEnd = onEnd;
  }

  /** Calls `action` after so many milliseconds, unless the stream has ended. */
  after(ms: number, action: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, ms);
    this.#timer.unref();
  }

  /** Sends bytes, or ends the stream if its client does not read. */
  send(bytes: Uint8Array): void {
    if (this.#isEnded) {
      return;
    }
    if ((this.#controller.desiredSize ?? 0) < -waitingMax) {
      this.end();
      return;
    }
    this.#controller.enqueue(bytes);
  }

  end(): void {
    if (this.#isEnded) {
      return;
    }
    this.left();
    try {
      this.#controller.close();
    } catch (error) {
      // The client has disconnected at the same moment.
      if (!(error instanceof TypeError)) {
        throw error;
      }
    }
  }

  /** Called when the client has closed the connection. */
  left(): void {
    if (!this.#isEnded) {
      this.#isEnded = true;
      clearTimeout(this.#timer);
      this.#onEnd();
    }
  }
}
